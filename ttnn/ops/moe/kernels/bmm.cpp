// Rows of tokens times strips of columns: a row of results is summed over the whole inner dimension
// in Dst, as many tiles at a time as that holds. Of two matrices the first is the gate.
#include "bmm.h"

#include <cstdint>

#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reconfig_data_format.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;
constexpr uint32_t kPlan = tt::CBIndex::c_3, kGates = tt::CBIndex::c_7;

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

// The same of gates that a buffer holds: the pack processor makes silu of them while the matrix
// unit goes on with what they are for.
void pack_gates(uint32_t tiles) {
    tile_regs_commit();
    tile_regs_wait();
    silu_tile_init_pack();
    for (uint32_t i = 0; i < tiles; ++i) silu_tile_pack(i);
    cb_reserve_back(kGates, kDst);
    pack_reconfig_data_format(kOut, kGates);
    for (uint32_t i = 0; i < tiles; ++i) pack_tile(i, kGates);
    pack_reconfig_data_format(kGates, kOut);
    cb_push_back(kGates, kDst);
    tile_regs_release();
}
void multiply_by_gates(uint32_t tiles) {
    constexpr auto kUps = EltwiseBinaryReuseDestType::DEST_TO_SRCA;
    cb_wait_front(kGates, kDst);
    reconfig_data_format_srcb(kA, kGates);
    binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWMUL, kUps>(kGates);
    for (uint32_t i = 0; i < tiles; ++i)
        binary_dest_reuse_tiles<EltwiseBinaryType::ELWMUL, kUps>(kGates, i, i);
    reconfig_data_format_srcb(kGates, kA);
    cb_pop_front(kGates, kDst);
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

// Of so many columns.
void sums(const Work& work, uint32_t first, uint32_t columns) {
    const uint32_t together = work.gates_first ? columns : columns * work.factors;
    prepare(together);
    sum(work, first, together);
    if (work.factors == 1) return;
    if (!work.gates_first) return gate(columns);
    pack_gates(columns);
    tile_regs_acquire();
    sum(work, first + columns, columns);
    multiply_by_gates(columns);
}

void row(const Work& work, uint32_t width) {
    if (!work.in_rows) cb_reserve_back(kOut, work.width);
    for (uint32_t first = 0; first < width; first += work.chunk) {
        const uint32_t now = width - first < work.chunk ? width - first : work.chunk;
        tile_regs_acquire();
        sums(work, first * work.factors, now);
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
