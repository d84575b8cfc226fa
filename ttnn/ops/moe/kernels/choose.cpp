// The greatest scores of each token and what share of their exponentials each has. Tiles of scores
// are transposed, so that a token is a column: the vector unit sorts 64 numbers down all columns
// with their places, the best 32 so far and the next 32.
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/cumsum.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/eltwise_unary/typecast.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/transpose_wh.h"

namespace {

constexpr uint32_t kScores = tt::CBIndex::c_0, kRanks = tt::CBIndex::c_1;
constexpr uint32_t kMask = tt::CBIndex::c_2, kBest = tt::CBIndex::c_3, kPlaces = tt::CBIndex::c_4;
constexpr uint32_t kWeights = tt::CBIndex::c_16, kExperts = tt::CBIndex::c_17;

// Tiles of Dst: numbers of two tiles, then their places.
constexpr uint32_t kNumbers = 0, kOthers = 1, kNumbersAt = 2, kOthersAt = 3;

// The unpacker is set up for scores before and after.
void ranks_from(uint32_t first, uint32_t dst) {
    reconfig_data_format_srca(kScores, kRanks);
    copy_tile_init(kRanks);
    copy_tile(kRanks, 0, dst);
    reconfig_data_format_srca(kRanks, kScores);
    if (first == 0) return;
    binop_with_scalar_tile_init();
    add_unary_tile_int32(dst, first);
}

// The packer is set up for weights before and after.
void pack_other(uint32_t dst, uint32_t cb) {
    pack_reconfig_data_format(kWeights, cb);
    pack_tile(dst, cb);
    pack_reconfig_data_format(cb, kWeights);
}

// A tile of which every number is that of its row, and ones where that is one of the first few.
void make_ranks(uint32_t chosen) {
    constexpr auto kReal = static_cast<uint32_t>(DataFormat::Float32);
    constexpr auto kWhole = static_cast<uint32_t>(DataFormat::UInt32);
    cb_reserve_back(kRanks, 1);
    cb_reserve_back(kMask, 1);
    tile_regs_acquire();
    fill_tile_init();
    fill_tile(kNumbers, 1.0f);
    cumsum_tile_init();
    cumsum_tile(kNumbers);
    binop_with_scalar_tile_init();
    sub_unary_tile(kNumbers, __builtin_bit_cast(uint32_t, 1.0f));
    copy_dest_values_init();
    copy_dest_values(kNumbers, kOthers);
    typecast_tile_init<kReal, kWhole>();
    typecast_tile<kReal, kWhole>(kNumbers);
    unary_lt_tile_init();
    unary_lt_tile(kOthers, __builtin_bit_cast(uint32_t, static_cast<float>(chosen)));
    tile_regs_commit();
    tile_regs_wait();
    pack_other(kNumbers, kRanks);
    pack_other(kOthers, kMask);
    tile_regs_release();
    cb_push_back(kRanks, 1);
    cb_push_back(kMask, 1);
    cb_wait_front(kRanks, 1);
    cb_wait_front(kMask, 1);
}

void scores_from(uint32_t tile, uint32_t dst) {
    transpose_wh_init_short(kScores);
    transpose_wh_tile(kScores, tile, dst);
}

void sort(uint32_t tiles) {
    scores_from(0, kNumbers);
    ranks_from(0, kNumbersAt);
    for (uint32_t tile = 1; tile < tiles || tile == 1; ++tile) {
        if (tile < tiles) {
            scores_from(tile, kOthers);
        } else {
            fill_tile_init();
            fill_tile(kOthers, -__builtin_inff());
        }
        ranks_from(32 * tile, kOthersAt);
        topk_tile_init();
        topk_local_sort<true>(kNumbers, 0, 5);
    }
}

// exp(x - greatest) over the sum of those that are chosen; the greatest is the first one.
void shares() {
    copy_dest_values_init();
    copy_dest_values(kNumbers, kOthers);
    sfpu_sub_bcast_row_init();
    sfpu_sub_bcast_row(kNumbers, kOthers);
    exp_tile_init<false>();
    exp_tile<false>(kNumbers);
    reconfig_data_format_srca(kScores, kMask);
    copy_tile_init(kMask);
    copy_tile(kMask, 0, kOthers);
    reconfig_data_format_srca(kMask, kScores);
    mul_binary_tile_init();
    mul_binary_tile(kNumbers, kOthers, kNumbers);
    copy_dest_values_init();
    copy_dest_values(kNumbers, kOthers);
    sfpu_reduce_init<PoolType::SUM, DataFormat::Float32>();
    sfpu_reduce<PoolType::SUM, DataFormat::Float32, ReduceDim::REDUCE_COL>(kOthers);
    recip_tile_init();
    recip_tile(kOthers);
    sfpu_mul_bcast_row_init();
    sfpu_mul_bcast_row(kNumbers, kOthers);
}

void pack_down() {
    cb_reserve_back(kBest, 1);
    cb_reserve_back(kPlaces, 1);
    tile_regs_commit();
    tile_regs_wait();
    pack_other(kNumbers, kBest);
    pack_other(kNumbersAt, kPlaces);
    tile_regs_release();
    cb_push_back(kBest, 1);
    cb_push_back(kPlaces, 1);
}

// A token is a row again.
void pack_across() {
    cb_wait_front(kBest, 1);
    cb_wait_front(kPlaces, 1);
    tile_regs_acquire();
    reconfig_data_format_srca(kScores, kBest);
    transpose_wh_init_short(kBest);
    transpose_wh_tile(kBest, 0, 0);
    reconfig_data_format_srca(kBest, kPlaces);
    transpose_wh_init_short(kPlaces);
    transpose_wh_tile(kPlaces, 0, 1);
    reconfig_data_format_srca(kPlaces, kScores);
    tile_regs_commit();
    cb_pop_front(kBest, 1);
    cb_pop_front(kPlaces, 1);
    cb_reserve_back(kWeights, 1);
    cb_reserve_back(kExperts, 1);
    tile_regs_wait();
    pack_tile(0, kWeights);
    pack_other(1, kExperts);
    tile_regs_release();
    cb_push_back(kWeights, 1);
    cb_push_back(kExperts, 1);
}

}  // namespace

void kernel_main() {
    const uint32_t tiles = get_common_arg_val<uint32_t>(0),
                   chosen = get_common_arg_val<uint32_t>(1);
    const bool normalized = get_common_arg_val<uint32_t>(2) != 0;
    const uint32_t rows = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kScores, kWeights);
    make_ranks(chosen);
    for (uint32_t row = 0; row < rows; ++row) {
        cb_wait_front(kScores, tiles);
        tile_regs_acquire();
        sort(tiles);
        cb_pop_front(kScores, tiles);
        if (normalized) shares();
        pack_down();
        pack_across();
    }
    cb_pop_front(kRanks, 1);
    cb_pop_front(kMask, 1);
}
