// One core's units: sub-blocks fit Dst; between blocks of the inner dimension the sums wait in a
// CB, where the packer adds to them or from where they are taken back. At the end come the bias and
// the activation.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/transpose_wh.h"
#ifdef TRISC_MATH  // the other processors are compiled once for all activations
#ifdef TTNN_HEADER
#include TTNN_HEADER
#define TTNN_ACTIVATES
#endif
#endif

namespace {

constexpr uint32_t kRawA = tt::CBIndex::c_0, kTransposedA = tt::CBIndex::c_5;
constexpr uint32_t kB = tt::CBIndex::c_1, kBias = tt::CBIndex::c_4;
constexpr uint32_t kOut = tt::CBIndex::c_16, kSums = tt::CBIndex::c_24;

struct Unit {
    const uint32_t height = get_common_arg_val<uint32_t>(0),
                   width = get_common_arg_val<uint32_t>(1);
    const uint32_t steps = get_common_arg_val<uint32_t>(2);
    const uint32_t blocks = get_common_arg_val<uint32_t>(3);
    const uint32_t sub_height = get_common_arg_val<uint32_t>(4);
    const uint32_t sub_width = get_common_arg_val<uint32_t>(5);
    const uint32_t joined = get_common_arg_val<uint32_t>(6);  // blocks that are taken as one
    const uint32_t how = get_common_arg_val<uint32_t>(7);
    const bool transposed_a = how & 1, has_bias = how & 4, packer_adds = how & 8;
    const uint32_t transposed_b = how >> 1 & 1;
    const uint32_t a = transposed_a ? kTransposedA : kRawA;
    const uint32_t tiles = height * width, sub_tiles = sub_height * sub_width;
    const uint32_t tiles_a = height * steps, tiles_b = steps * width;  // of a block
};

void activate(const Unit& unit) {
#ifdef TTNN_ACTIVATES
    [[maybe_unused]] const uint32_t p[] = {get_common_arg_val<uint32_t>(8),
                                           get_common_arg_val<uint32_t>(9)};
    for (uint32_t dst = 0; dst < unit.sub_tiles; ++dst) {
        TTNN_TILE;
    }
#endif
}

void begin_products(const Unit& unit) {
    matmul_block_init(unit.a, kB, unit.transposed_b, unit.sub_width, unit.sub_height, unit.steps);
}

void take_back(const Unit& unit) {
    copy_tile_to_dst_init_short_with_dt(kB, kSums);
    cb_wait_front(kSums, unit.sub_tiles);
    for (uint32_t i = 0; i < unit.sub_tiles; ++i) copy_tile(kSums, i, i);
    cb_pop_front(kSums, unit.sub_tiles);
    reconfig_data_format_srca(kSums, kB);
    begin_products(unit);
}

void pack(uint32_t cb, uint32_t tiles) {
    cb_reserve_back(cb, tiles);
    tile_regs_wait();
    for (uint32_t i = 0; i < tiles; ++i) pack_tile(i, cb);
    tile_regs_release();
    cb_push_back(cb, tiles);
}

void take_blocks(const Unit& unit, uint32_t blocks) {
    cb_wait_front(unit.a, blocks * unit.tiles_a);
    cb_wait_front(kB, blocks * unit.tiles_b);
}
void drop_blocks(const Unit& unit) {
    cb_pop_front(unit.a, unit.joined * unit.tiles_a);
    cb_pop_front(kB, unit.joined * unit.tiles_b);
}

// The first sub-block does not wait for all that are joined.
void products(const Unit& unit, uint32_t row, uint32_t column) {
    for (uint32_t j = 0; j < unit.joined; ++j) {
        if (row + column == 0) take_blocks(unit, j + 1);
        for (uint32_t k = 0; k < unit.steps; ++k)
            matmul_block(unit.a, kB, j * unit.tiles_a + row * unit.steps + k,
                         j * unit.tiles_b + k * unit.width + column, 0, unit.transposed_b,
                         unit.sub_width, unit.sub_height, unit.steps);
    }
}

// Sums so far lie where the next ones go: there is room for them when they are dropped.
void drop_sums(const Unit& unit) {
    cb_wait_front(kSums, unit.sub_tiles);
    cb_pop_front(kSums, unit.sub_tiles);
}

void sub_block(const Unit& unit, uint32_t row, uint32_t column, bool takes_back, bool done) {
    tile_regs_acquire();
    if (takes_back) take_back(unit);
    products(unit, row, column);
    if (done) activate(unit);
    tile_regs_commit();
    pack(done ? kOut : kSums, unit.sub_tiles);
}

// A unit that is one sub-block stays in Dst until it is done.
void hold_unit(const Unit& unit) {
    pack_reconfig_data_format(kOut);
    tile_regs_acquire();
    for (uint32_t block = 0; block < unit.blocks; ++block) {
        products(unit, 0, 0);
        drop_blocks(unit);
    }
    activate(unit);
    tile_regs_commit();
    pack(kOut, unit.sub_tiles);
}

void transpose_block(const Unit& unit) {
    const uint32_t tiles = unit.height * unit.steps;
    cb_wait_front(kRawA, tiles);
    reconfig_data_format_srca(kB, kRawA);
    transpose_wh_init_short(kRawA);
    pack_reconfig_data_format(kTransposedA);
    if (unit.packer_adds) pack_reconfig_l1_acc(0);
    for (uint32_t i = 0; i < tiles; ++i) {
        tile_regs_acquire();
        transpose_wh_tile(kRawA, i, 0);
        tile_regs_commit();
        pack(kTransposedA, 1);
    }
    cb_pop_front(kRawA, tiles);
    reconfig_data_format_srca(kRawA, kB);
    begin_products(unit);
}

// Where the packer puts this block. Answers whether it adds to what lies there.
bool aim_packer(const Unit& unit, uint32_t block, bool done) {
    pack_reconfig_data_format(done ? kOut : kSums);
    if (!unit.packer_adds) return false;
    const bool adds = block != 0 && !done;
    pack_reconfig_l1_acc(adds);
    return adds;
}

void multiply_block(const Unit& unit, uint32_t block) {
    const bool done = block + 1 == unit.blocks && !unit.has_bias;
    if (unit.transposed_a) transpose_block(unit);
    const bool adds = aim_packer(unit, block, done);
    const bool takes_back = block != 0 && (done || !unit.packer_adds);
    for (uint32_t r = 0; r < unit.height; r += unit.sub_height)
        for (uint32_t c = 0; c < unit.width; c += unit.sub_width) {
            if (adds) drop_sums(unit);
            sub_block(unit, r, c, takes_back, done);
        }
    drop_blocks(unit);
}

void add_bias(const Unit& unit) {
    reconfig_data_format(kB, kSums, unit.a, kBias);
    add_bcast_rows_init_short(kSums, kBias);
    pack_reconfig_data_format(kOut);
    if (unit.packer_adds) pack_reconfig_l1_acc(0);
    cb_wait_front(kBias, unit.width);
    for (uint32_t r = 0; r < unit.height; r += unit.sub_height)
        for (uint32_t c = 0; c < unit.width; c += unit.sub_width) {
            cb_wait_front(kSums, unit.sub_tiles);
            tile_regs_acquire();
            for (uint32_t i = 0; i < unit.sub_tiles; ++i)
                add_tiles_bcast_rows(kSums, kBias, i, c + i % unit.sub_width, i);
            cb_pop_front(kSums, unit.sub_tiles);
            activate(unit);
            tile_regs_commit();
            pack(kOut, unit.sub_tiles);
        }
    cb_pop_front(kBias, unit.width);
    reconfig_data_format(kSums, kB, kBias, unit.a);
    begin_products(unit);
}

// A core without a part of the product takes what the others are sent.
void drain(uint32_t cb, uint32_t tiles, uint32_t blocks) {
    for (uint32_t i = 0; i < blocks; ++i) {
        cb_wait_front(cb, tiles);
        cb_pop_front(cb, tiles);
    }
}

}  // namespace

void kernel_main() {
    const Unit unit;
    const uint32_t units = get_arg_val<uint32_t>(0), drains = get_arg_val<uint32_t>(1);
    if (drains & 1) drain(kRawA, unit.joined * unit.tiles_a, units * unit.blocks);
    if (drains & 2) drain(kB, unit.joined * unit.tiles_b, units * unit.blocks);
    if (drains != 0) return;
    compute_kernel_hw_startup<SrcOrder::Reverse>(unit.a, kB, kOut);
    begin_products(unit);
#ifdef TTNN_ACTIVATES
    TTNN_INIT;
#endif
    const bool holds = !unit.transposed_a && !unit.has_bias && unit.tiles == unit.sub_tiles;
    for (uint32_t i = 0; i < units; ++i) {
        if (holds) {
            hold_unit(unit);
            continue;
        }
        for (uint32_t block = 0; block < unit.blocks; ++block) multiply_block(unit, block);
        if (unit.has_bias) add_bias(unit);
    }
}
