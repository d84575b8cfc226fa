// Rows of 32 tokens into tiles, which the matrices of their weights are multiplied by and added.
#include <cstdint>

#include "api/compute/common.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/tilize.h"

namespace {

constexpr uint32_t kRows = tt::CBIndex::c_0, kShares = tt::CBIndex::c_1;
constexpr uint32_t kTiles = tt::CBIndex::c_2, kInfo = tt::CBIndex::c_3;
constexpr uint32_t kOut = tt::CBIndex::c_16;

void tilize_rows(uint32_t width, uint32_t count) {
    tilize_init(kRows, width, kTiles);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(kRows, width);
        cb_reserve_back(kTiles, width);
        tilize_block(kRows, width, kTiles);
        cb_push_back(kTiles, width);
        cb_pop_front(kRows, width);
    }
    tilize_uninit(kRows, kTiles);
}

void sum(uint32_t width, uint32_t count) {
    matmul_block_init(kShares, kTiles, 0, width, 1, 1);
    tile_regs_acquire();
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(kTiles, width);
        matmul_block(kShares, kTiles, i, 0, 0, 0, width, 1, 1);
        cb_pop_front(kTiles, width);
    }
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(kOut, width);
    for (uint32_t i = 0; i < width; ++i) pack_tile(i, kOut);
    tile_regs_release();
    cb_push_back(kOut, width);
}

}  // namespace

void kernel_main() {
    const uint32_t experts = get_common_arg_val<uint32_t>(0);
    const uint32_t width = get_common_arg_val<uint32_t>(1), all = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup<SrcOrder::Reverse>(kShares, kTiles, kOut);
    for (uint32_t done = 0; done < all;) {
        cb_wait_front(kInfo, 1);
        cb_wait_front(kShares, experts);
        const uint32_t count = read_tile_value(kInfo, 0, 0), units = read_tile_value(kInfo, 0, 1);
        for (uint32_t i = 0; i < units; ++i) {
            tilize_rows(width, count);
            sum(width, count);
        }
        done += units;
        cb_pop_front(kShares, experts);
        cb_pop_front(kInfo, 1);
    }
}
