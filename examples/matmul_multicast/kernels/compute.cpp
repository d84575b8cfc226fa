// One core's share of the product: sub-blocks fit Dst; partial sums wait in a CB between blocks.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr auto kIn0 = tt::CBIndex::c_0, kIn1 = tt::CBIndex::c_1;
constexpr auto kOut = tt::CBIndex::c_16, kPartials = tt::CBIndex::c_24;
constexpr uint32_t kRows = get_compile_time_arg_val(0), kColumns = get_compile_time_arg_val(1);
constexpr uint32_t kInner = get_compile_time_arg_val(2), kBlocks = get_compile_time_arg_val(3);
constexpr uint32_t kSubRows = get_compile_time_arg_val(4);
constexpr uint32_t kSubColumns = get_compile_time_arg_val(5);
constexpr uint32_t kSubTiles = kSubRows * kSubColumns;

void reload() {
    copy_tile_to_dst_init_short(kPartials);
    cb_wait_front(kPartials, kSubTiles);
    for (uint32_t i = 0; i < kSubTiles; ++i) copy_tile(kPartials, i, i);
    cb_pop_front(kPartials, kSubTiles);
    matmul_block_init(kIn0, kIn1, 0, kSubColumns, kSubRows, kInner);
}

void pack(uint32_t cb) {
    cb_reserve_back(cb, kSubTiles);
    tile_regs_wait();
    for (uint32_t i = 0; i < kSubTiles; ++i) pack_tile(i, cb);
    tile_regs_release();
    cb_push_back(cb, kSubTiles);
}

void sub_block(uint32_t row, uint32_t column, bool first, bool last) {
    tile_regs_acquire();
    if (!first) reload();
    for (uint32_t k = 0; k < kInner; ++k)
        matmul_block(kIn0, kIn1, row * kInner + k, k * kColumns + column, 0, 0, kSubColumns,
                     kSubRows, kInner);
    tile_regs_commit();
    pack(last ? kOut : kPartials);
}

}  // namespace

void kernel_main() {
    compute_kernel_hw_startup<SrcOrder::Reverse>(kIn0, kIn1, kOut);
    matmul_block_init(kIn0, kIn1, 0, kSubColumns, kSubRows, kInner);
    for (uint32_t b = 0; b < kBlocks; ++b) {
        cb_wait_front(kIn0, kRows * kInner);
        cb_wait_front(kIn1, kInner * kColumns);
        for (uint32_t r = 0; r < kRows; r += kSubRows)
            for (uint32_t c = 0; c < kColumns; c += kSubColumns)
                sub_block(r, c, b == 0, b + 1 == kBlocks);
        cb_pop_front(kIn0, kRows * kInner);
        cb_pop_front(kIn1, kInner * kColumns);
    }
}
