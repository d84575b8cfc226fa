// Softmax along rows or columns of tiles that CBs hold as whole lines, with differences, sums and
// products on the matrix unit: it is exact to 11 bits, which is enough for numbers of 16 bits.
// Exponentials are powers of two, in 32 bits, since those are quicker.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kGreatest = tt::CBIndex::c_2,
                   kInverse = tt::CBIndex::c_3, kPowers = tt::CBIndex::c_4,
                   kOnes = tt::CBIndex::c_6, kOut = tt::CBIndex::c_16;
constexpr bool kRows = get_compile_time_arg_val(0) != 0;
constexpr auto kDim = kRows ? ReduceDim::REDUCE_ROW : ReduceDim::REDUCE_COL;
constexpr auto kSpread = kRows ? BroadcastType::COL : BroadcastType::ROW;
constexpr uint32_t kGroup = 4;  // tiles of Dst

void pack(uint32_t dst, uint32_t cb) {
    cb_reserve_back(cb, 1);
    pack_tile(dst, cb);
    cb_push_back(cb, 1);
}

template <PoolType pool>
void reduce_line(uint32_t cb, uint32_t length, uint32_t to) {
    reduce_init<pool, kDim>(cb, kOnes, to);
    tile_regs_acquire();
    for (uint32_t i = 0; i < length; ++i) {
        cb_wait_front(cb, i + 1);
        reduce_tile<pool, kDim>(cb, kOnes, i, 0, 0);
    }
    if constexpr (pool == PoolType::SUM) {
        recip_tile_init<false>();
        recip_tile<false>(0);
    }
    tile_regs_commit();
    tile_regs_wait();
    pack(0, to);
    tile_regs_release();
    reduce_uninit(cb);
}

// op on tiles of a line and a number for each of their rows or columns, a few at a time.
template <EltwiseBinaryType op, typename Then>
void with_each(uint32_t cb, uint32_t other, uint32_t length, uint32_t to, Then then) {
    bcast_init<op, kSpread>(cb, other);
    cb_wait_front(other, 1);
    for (uint32_t i = 0; i < length; i += kGroup) {
        const uint32_t count = length - i < kGroup ? length - i : kGroup;
        tile_regs_acquire();
        for (uint32_t k = 0; k < count; ++k) any_tiles_bcast<op, kSpread>(cb, other, i + k, 0, k);
        then(count);
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t k = 0; k < count; ++k) pack(k, to);
        tile_regs_release();
    }
    cb_pop_front(other, 1);
}

void powers(uint32_t count) {
    constexpr uint32_t kLog2E = 0x3fb8aa3bu;
    binop_with_scalar_tile_init();
    for (uint32_t k = 0; k < count; ++k) mul_unary_tile(k, kLog2E);
    exp2_tile_init();
    for (uint32_t k = 0; k < count; ++k) exp2_tile(k);
}

void line(uint32_t length) {
    reduce_line<PoolType::MAX>(kIn, length, kGreatest);
    pack_reconfig_data_format(kGreatest, kPowers);
    with_each<EltwiseBinaryType::ELWSUB>(kIn, kGreatest, length, kPowers, powers);
    cb_pop_front(kIn, length);
    reconfig_data_format_srca(kIn, kPowers);
    pack_reconfig_data_format(kPowers, kInverse);
    reduce_line<PoolType::SUM>(kPowers, length, kInverse);
    reconfig_data_format_srcb(kOnes, kInverse);
    pack_reconfig_data_format(kInverse, kOut);
    with_each<EltwiseBinaryType::ELWMUL>(kPowers, kInverse, length, kOut, [](uint32_t) {});
    cb_pop_front(kPowers, length);
    reconfig_data_format(kPowers, kIn, kInverse, kOnes);
    pack_reconfig_data_format(kOut, kGreatest);
}

}  // namespace

void kernel_main() {
    const uint32_t length = get_common_arg_val<uint32_t>(0);
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kIn, kOnes, kGreatest);
    cb_wait_front(kOnes, 1);
    for (uint32_t i = 0; i < count; ++i) line(length);
}
