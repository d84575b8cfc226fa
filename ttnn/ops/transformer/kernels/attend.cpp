// Attention of one unit of queries to chunks of keys, with a softmax that goes on from chunk to
// chunk: the greatest score so far, the sum of what was left of the scores in powers of two, and
// the sum of the values weighted by them. When the greatest score grows, sums shrink to fit.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr uint32_t kQ = tt::CBIndex::c_0, kK = tt::CBIndex::c_1, kV = tt::CBIndex::c_2,
                   kMask = tt::CBIndex::c_3, kInfo = tt::CBIndex::c_4, kOnes = tt::CBIndex::c_5,
                   kSink = tt::CBIndex::c_6, kScaled = tt::CBIndex::c_8, kScores = tt::CBIndex::c_9,
                   kPowers = tt::CBIndex::c_10, kGreatest = tt::CBIndex::c_11,
                   kOther = tt::CBIndex::c_15,  // of every second chunk
    kSum = tt::CBIndex::c_12, kValues = tt::CBIndex::c_13, kShrink = tt::CBIndex::c_14,
                   kOut = tt::CBIndex::c_16;
constexpr bool kSinks = get_compile_time_arg_val(0) != 0;

// The greatest scores before and after a chunk; chunks take turns at two CBs.
struct Greatest {
    uint32_t before, now;

    explicit Greatest(uint32_t chunk)
        : before(chunk & 1 ? kGreatest : kOther), now(chunk & 1 ? kOther : kGreatest) {}
};

constexpr uint32_t kLog2E = 0x3fb8aa3bu;
constexpr float kLow = -1e30f;  // below all scores, and still a number

uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

// The most tiles at a time that divide a number of them.
uint32_t group_of(uint32_t tiles, uint32_t most) {
    while (tiles % most != 0) --most;
    return most;
}

struct Cut {
    const uint32_t height = common(0), chunk = common(1), width = common(2),
                   value_width = common(3);
    const uint32_t scale = common(4);  // with log2(e) in it
    const uint32_t scores = group_of(chunk, 4), masked_scores = group_of(chunk, 2);
    const uint32_t values = group_of(value_width, 3);
};

void pack(uint32_t cb, uint32_t tiles) {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb, tiles);
    for (uint32_t i = 0; i < tiles; ++i) pack_tile(i, cb);
    cb_push_back(cb, tiles);
    tile_regs_release();
}

void copy(uint32_t cb, uint32_t tile, uint32_t dst) {
    reconfig_data_format_srca(cb);
    copy_tile_init(cb);
    copy_tile(cb, tile, dst);
}

void to_power_of_two(uint32_t tiles) {
    exp2_tile_init();
    for (uint32_t i = 0; i < tiles; ++i) exp2_tile(i);
}

void scale_queries(const Cut& cut) {
    const uint32_t tiles = cut.height * cut.width;
    cb_wait_front(kQ, tiles);
    reconfig_data_format_srca(kQ);
    pack_reconfig_data_format(kScaled);
    copy_tile_init(kQ);
    binop_with_scalar_tile_init();
    for (uint32_t i = 0; i < tiles; ++i) {
        tile_regs_acquire();
        copy_tile(kQ, i, 0);
        mul_unary_tile(0, cut.scale);
        pack(kScaled, 1);
    }
    cb_pop_front(kQ, tiles);
    cb_wait_front(kScaled, tiles);
}

void begin_scores(const Cut& cut, uint32_t group) {
    reconfig_data_format(kK, kScaled);  // a product has its operands swapped
    matmul_block_init(kScaled, kK, 1, group, 1, cut.width);
}

// Masks are given in units of the scores, not in powers of two.
void add_mask(const Cut& cut, uint32_t first, uint32_t group) {
    for (uint32_t t = 0; t < group; ++t) copy(kMask, first + t, group + t);
    binop_with_scalar_tile_init();
    for (uint32_t t = 0; t < group; ++t) mul_unary_tile(group + t, kLog2E);
    add_binary_tile_init();
    for (uint32_t t = 0; t < group; ++t) add_binary_tile(t, group + t, t);
    begin_scores(cut, group);
}

void find_scores(const Cut& cut, bool masked) {
    const uint32_t group = masked ? cut.masked_scores : cut.scores;
    begin_scores(cut, group);
    pack_reconfig_data_format(kScores);
    cb_wait_front(kK, cut.chunk * cut.width);
    if (masked) cb_wait_front(kMask, cut.height * cut.chunk);
    for (uint32_t i = 0; i < cut.height; ++i)
        for (uint32_t j = 0; j < cut.chunk; j += group) {
            tile_regs_acquire();
            for (uint32_t d = 0; d < cut.width; ++d)
                matmul_block(kScaled, kK, i * cut.width + d, d * cut.chunk + j, 0, 1, group, 1,
                             cut.width);
            if (masked) add_mask(cut, i * cut.chunk + j, group);
            pack(kScores, group);
        }
    cb_pop_front(kK, cut.chunk * cut.width);
    if (masked) cb_pop_front(kMask, cut.height * cut.chunk);
    cb_wait_front(kScores, cut.height * cut.chunk);
}

void find_greatest(const Cut& cut, const Greatest& greatest, bool first) {
    pack_reconfig_data_format(greatest.now);
    for (uint32_t i = 0; i < cut.height; ++i) {
        reconfig_data_format(kScores, kOnes);
        reduce_init<PoolType::MAX, ReduceDim::REDUCE_ROW>(kScores, kOnes, greatest.now);
        tile_regs_acquire();
        for (uint32_t j = 0; j < cut.chunk; ++j)
            reduce_tile<PoolType::MAX, ReduceDim::REDUCE_ROW>(kScores, kOnes, i * cut.chunk + j, 0,
                                                              0);
        if (first) {
            fill_tile_init();
            fill_tile(1, kLow);
        } else {
            copy(greatest.before, i, 1);
        }
        binary_max_tile_init();
        binary_max_tile(0, 1, 0);
        pack(greatest.now, 1);
        reduce_uninit(kScores);
    }
    cb_wait_front(greatest.now, cut.height);
}

void find_powers(const Cut& cut, uint32_t greatest) {
    pack_reconfig_data_format(kPowers);
    reconfig_data_format(kScores, greatest);
    for (uint32_t i = 0; i < cut.height; ++i)
        for (uint32_t j = 0; j < cut.chunk; j += cut.scores) {
            bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::COL>(kScores, greatest);
            tile_regs_acquire();
            for (uint32_t t = 0; t < cut.scores; ++t)
                any_tiles_bcast<EltwiseBinaryType::ELWSUB, BroadcastType::COL>(
                    kScores, greatest, i * cut.chunk + j + t, i, t);
            to_power_of_two(cut.scores);
            pack(kPowers, cut.scores);
        }
    cb_pop_front(kScores, cut.height * cut.chunk);
    cb_wait_front(kPowers, cut.height * cut.chunk);
}

void find_shrink(const Cut& cut, const Greatest& greatest) {
    pack_reconfig_data_format(kShrink);
    for (uint32_t i = 0; i < cut.height; ++i) {
        tile_regs_acquire();
        copy(greatest.before, i, 0);
        copy(greatest.now, i, 1);
        sub_binary_tile_init();
        sub_binary_tile(0, 1, 0);
        to_power_of_two(1);
        pack(kShrink, 1);
    }
    cb_wait_front(kShrink, cut.height);
}

void add_sums(const Cut& cut, bool first) {
    pack_reconfig_data_format(kSum);
    for (uint32_t i = 0; i < cut.height; ++i) {
        reconfig_data_format(kPowers, kOnes);
        reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(kPowers, kOnes, kSum);
        tile_regs_acquire();
        for (uint32_t j = 0; j < cut.chunk; ++j)
            reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(kPowers, kOnes, i * cut.chunk + j, 0,
                                                              0);
        if (!first) {
            copy(kSum, 0, 1);
            copy(kShrink, i, 2);
            mul_binary_tile_init();
            mul_binary_tile(1, 2, 1);
            add_binary_tile_init();
            add_binary_tile(0, 1, 0);
            cb_pop_front(kSum, 1);
        }
        pack(kSum, 1);
        reduce_uninit(kPowers);
        if (!first) cb_wait_front(kSum, cut.height);
    }
    cb_wait_front(kSum, cut.height);
}

// The sums of values so far, smaller as they have to be, under the new products.
void shrink_values(const Cut& cut, uint32_t row) {
    for (uint32_t t = 0; t < cut.values; ++t) copy(kValues, t, t);
    copy(kShrink, row, cut.values);
    sfpu_mul_bcast_col_init();
    for (uint32_t t = 0; t < cut.values; ++t) sfpu_mul_bcast_col(t, cut.values);
    cb_pop_front(kValues, cut.values);
}

void add_values(const Cut& cut, bool first) {
    const uint32_t tiles = cut.height * cut.value_width;
    pack_reconfig_data_format(kValues);
    cb_wait_front(kV, cut.chunk * cut.value_width);
    for (uint32_t i = 0; i < cut.height; ++i)
        for (uint32_t d = 0; d < cut.value_width; d += cut.values) {
            tile_regs_acquire();
            if (!first) shrink_values(cut, i);
            reconfig_data_format(kV, kPowers);
            matmul_block_init(kPowers, kV, 0, cut.values, 1, cut.chunk);
            for (uint32_t j = 0; j < cut.chunk; ++j)
                matmul_block(kPowers, kV, i * cut.chunk + j, j * cut.value_width + d, 0, 0,
                             cut.values, 1, cut.chunk);
            pack(kValues, cut.values);
            if (!first) cb_wait_front(kValues, tiles);
        }
    cb_wait_front(kValues, tiles);
    cb_pop_front(kV, cut.chunk * cut.value_width);
    cb_pop_front(kPowers, cut.height * cut.chunk);
    if (!first) cb_pop_front(kShrink, cut.height);
}

void attend_chunk(const Cut& cut, uint32_t chunk, bool masked) {
    const Greatest greatest(chunk);
    const bool first = chunk == 0;
    find_scores(cut, masked);
    find_greatest(cut, greatest, first);
    find_powers(cut, greatest.now);
    if (!first) find_shrink(cut, greatest);
    add_sums(cut, first);
    add_values(cut, first);
    if (!first) cb_pop_front(greatest.before, cut.height);
}

// A sink is a score that takes part in the sum alone.
void add_sink(const Cut& cut, uint32_t greatest, uint32_t row) {
    copy(kSink, row, 1);
    binop_with_scalar_tile_init();
    mul_unary_tile(1, cut.scale);
    copy(greatest, row, 2);
    sub_binary_tile_init();
    sub_binary_tile(1, 2, 1);
    exp2_tile_init();
    exp2_tile(1);
    add_binary_tile_init();
    add_binary_tile(0, 1, 0);
}

void invert_sums(const Cut& cut, uint32_t greatest) {
    pack_reconfig_data_format(kShrink);
    if constexpr (kSinks) cb_wait_front(kSink, cut.height);
    for (uint32_t i = 0; i < cut.height; ++i) {
        tile_regs_acquire();
        copy(kSum, i, 0);
        if constexpr (kSinks) add_sink(cut, greatest, i);
        recip_tile_init<false>();
        recip_tile<false>(0);
        pack(kShrink, 1);
    }
    cb_wait_front(kShrink, cut.height);
    cb_pop_front(kSum, cut.height);
    cb_pop_front(greatest, cut.height);
    if constexpr (kSinks) cb_pop_front(kSink, cut.height);
}

void results(const Cut& cut) {
    pack_reconfig_data_format(kOut);
    for (uint32_t i = 0; i < cut.height; ++i)
        for (uint32_t d = 0; d < cut.value_width; ++d) {
            tile_regs_acquire();
            copy(kValues, i * cut.value_width + d, 0);
            copy(kShrink, i, 1);
            sfpu_mul_bcast_col_init();
            sfpu_mul_bcast_col(0, 1);
            pack(kOut, 1);
        }
    cb_pop_front(kValues, cut.height * cut.value_width);
    cb_pop_front(kShrink, cut.height);
}

// Of a user that is skipped.
void nothing(const Cut& cut) {
    pack_reconfig_data_format(kOut);
    for (uint32_t i = 0; i < cut.height * cut.value_width; ++i) {
        tile_regs_acquire();
        fill_tile_init();
        fill_tile(0, 0.0f);
        pack(kOut, 1);
    }
}

void unit(const Cut& cut) {
    cb_wait_front(kInfo, 1);
    const uint32_t chunks = read_tile_value(kInfo, 0, 0);
    const uint32_t lead = read_tile_value(kInfo, 0, 1), trail = read_tile_value(kInfo, 0, 2);
    cb_pop_front(kInfo, 1);
    if (chunks == 0) return nothing(cut);
    scale_queries(cut);
    for (uint32_t i = 0; i < chunks; ++i) attend_chunk(cut, i, i < lead || i >= trail);
    cb_pop_front(kScaled, cut.height * cut.width);
    invert_sums(cut, Greatest(chunks - 1).now);
    results(cut);
}

}  // namespace

void kernel_main() {
    const Cut cut;
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kK, kScaled, kOut);
    cb_wait_front(kOnes, 1);
    for (uint32_t i = 0; i < count; ++i) unit(cut);
}
