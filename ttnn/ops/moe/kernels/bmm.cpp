// Rows of tokens times strips of columns: a row of results is summed over the whole inner dimension
// in Dst, as many tiles at a time as that holds. Of two matrices the first is the gate.
#include "bmm.h"

#include <cstdint>

#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/pack_untilize.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;
constexpr uint32_t kPlan = tt::CBIndex::c_3;

uint32_t prepared = 0, packed = 0;

void prepare(uint32_t width) {
    if (prepared == width) return;
    matmul_block_init(kA, kB, 0, width, 1, 1);
    prepared = width;
}

// Tiles from `first` on. What stays in L1 is waited for as it comes.
void sum(const Work& work, uint32_t first, uint32_t tiles) {
    for (uint32_t block = 0; block < work.blocks; ++block) {
        const uint32_t begin = work.resident ? block * work.steps : 0, end = begin + work.steps;
        cb_wait_front(kA, end);
        cb_wait_front(kB, end * work.pitch);
        for (uint32_t k = begin; k < end; ++k)
            matmul_block(kA, kB, k, k * work.pitch + first, 0, 0, tiles, 1, 1);
        if (work.resident) continue;
        cb_pop_front(kA, work.steps);
        cb_pop_front(kB, work.steps * work.pitch);
    }
}

// silu(gate) * up, where the gates stand before as many others: the logistic of a gate takes less
// time than its silu.
void gate(uint32_t tiles) {
    mul_binary_tile_init();
    for (uint32_t i = 0; i < tiles; ++i) mul_binary_tile(i, tiles + i, tiles + i);
    sigmoid_tile_init();
    for (uint32_t i = 0; i < tiles; ++i) sigmoid_tile(i);
    mul_binary_tile_init();
    for (uint32_t i = 0; i < tiles; ++i) mul_binary_tile(i, tiles + i, i);
    prepared = 0;
}

template <uint32_t tiles>
void pack_rows() {
    if (packed != tiles) pack_untilize_dest_init<tiles>(kOut);
    packed = tiles;
    pack_untilize_dest<tiles>(kOut);
}
// Rows of so many tiles as a block of their own.
void pack_rows(uint32_t tiles) {
    cb_reserve_back(kOut, tiles);
    if (tiles == 1) pack_rows<1>();
    if (tiles == 2) pack_rows<2>();
    if (tiles == 3) pack_rows<3>();
    if (tiles == 4) pack_rows<4>();
    cb_push_back(kOut, tiles);
}

void row(const Work& work, uint32_t width) {
    if (!work.in_rows) cb_reserve_back(kOut, work.width);
    for (uint32_t first = 0; first < width; first += work.chunk) {
        const uint32_t now = width - first < work.chunk ? width - first : work.chunk;
        prepare(now * work.factors);
        tile_regs_acquire();
        sum(work, first * work.factors, now * work.factors);
        if (work.factors > 1) gate(now);
        tile_regs_commit();
        tile_regs_wait();
        if (work.in_rows)
            pack_rows(now);
        else
            for (uint32_t i = 0; i < now; ++i) pack_tile<true>(i, kOut, first + i);
        tile_regs_release();
    }
    // Buffers hold whole strips, so that none wraps.
    const uint32_t rest = work.in_rows ? work.width - width : work.width;
    if (work.in_rows && rest != 0) cb_reserve_back(kOut, rest);
    if (rest != 0) cb_push_back(kOut, rest);
    if (work.resident) cb_pop_front(kA, work.inner);
}

// A core without columns takes what its group is sent.
void drain(const Work& work, uint32_t rows) {
    for (uint32_t i = 0; i < rows * work.blocks; ++i) {
        cb_wait_front(kA, work.steps);
        cb_pop_front(kA, work.steps);
    }
}

}  // namespace

void kernel_main() {
    const Work work;
    if (work.items == 0) return;
    compute_kernel_hw_startup<SrcOrder::Reverse>(kA, kB, kOut);
    cb_wait_front(kPlan, 1);
    for (uint32_t item = 0; item < work.items; ++item) {
        const uint32_t rows = tile_rows(read_tile_value(kPlan, 0, item));
        for (uint32_t pass = 0; pass < work.passes && rows != 0; ++pass) {
            const uint32_t width = work.width_of(item, pass);
            if (width == 0) {
                if (work.banks == 0) drain(work, rows);
                continue;
            }
            for (uint32_t i = 0; i < rows; ++i) row(work, width);
            if (work.resident) cb_pop_front(kB, work.inner * work.pitch);
        }
    }
    cb_pop_front(kPlan, 1);
}
