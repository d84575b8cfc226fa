// Softmax along lines of tiles, in three passes over each: the greatest number, the sum of what is
// left in exponentials, and exp(x - greatest - log(sum)). All of it in 32 bits in Dst.
#include "api/compute/bcast.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#include "lines.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kMask = tt::CBIndex::c_1, kGreatest = tt::CBIndex::c_2,
                   kLog = tt::CBIndex::c_3, kOut = tt::CBIndex::c_16;
constexpr bool kRows = get_compile_time_arg_val(0) != 0,
               kColumns = get_compile_time_arg_val(1) != 0;
constexpr bool kWhole = get_compile_time_arg_val(2) != 0;   // the CBs hold lines
constexpr bool kStable = get_compile_time_arg_val(3) != 0;  // the greatest number is taken off
constexpr bool kMasked = get_compile_time_arg_val(4) != 0;
constexpr bool kMaskRow = get_compile_time_arg_val(5) != 0;  // the mask's first row is for all
constexpr bool kScaled = get_compile_time_arg_val(6) != 0;
constexpr bool kFast = get_compile_time_arg_val(7) != 0;

constexpr LineBuffer<kWhole> kNumbers{kIn}, kMasks{kMask};
constexpr uint32_t kX = 0, kOther = 1, kTaken = 2, kSum = 3;  // tiles of Dst

// The unpacker changes between CBs of different formats.
void copy_from(uint32_t before, uint32_t cb, uint32_t place, uint32_t dst) {
    reconfig_data_format_srca(before, cb);
    copy_tile_init(cb);
    copy_tile(cb, place, dst);
}

void load_mask(uint32_t i) {
    const uint32_t place = kMasks.wait(i);
    if constexpr (kMaskRow) {
        reconfig_data_format(kIn, kMask, kIn, kMask);
        unary_bcast_init<BroadcastType::ROW>(kMask);
        unary_bcast<BroadcastType::ROW>(kMask, place, kOther);
        reconfig_data_format(kMask, kIn, kMask, kIn);
    } else {
        copy_from(kIn, kMask, place, kOther);
        reconfig_data_format_srca(kMask, kIn);
    }
    add_binary_tile_init();
    add_binary_tile(kX, kOther, kX);
}

// A number of the line, scaled and masked, in kX. The unpacker is set up for it before and after.
void load(uint32_t i, uint32_t scale) {
    copy_tile_init(kIn);
    copy_tile(kIn, kNumbers.wait(i), kX);
    if constexpr (kScaled) {
        binop_with_scalar_tile_init();
        mul_unary_tile(kX, scale);
    }
    if constexpr (kMasked) load_mask(i);
}

void next() {
    kNumbers.next();
    if constexpr (kMasked) kMasks.next();
}

void pack_stat(uint32_t dst, uint32_t cb) {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb, 1);
    pack_reconfig_data_format(kOut, cb);
    pack_tile(dst, cb);
    pack_reconfig_data_format(cb, kOut);
    cb_push_back(cb, 1);
    tile_regs_release();
}

void load_stat(uint32_t cb, uint32_t dst) {
    cb_wait_front(cb, 1);
    copy_from(kIn, cb, 0, dst);
    reconfig_data_format_srca(cb, kIn);
}

// The first number of a line is its own greatest.
void greatest(uint32_t length, uint32_t scale) {
    tile_regs_acquire();
    for (uint32_t i = 0; i < length; ++i) {
        load(i, scale);
        if (i == 0) {
            copy_dest_values_init();
            copy_dest_values(kX, kTaken);
        } else {
            binary_max_tile_init();
            binary_max_tile(kTaken, kX, kTaken);
        }
        next();
    }
    pack_stat(reduce_and_spread<PoolType::MAX, kRows, kColumns>(kTaken, kOther), kGreatest);
}

void take_off(uint32_t stat) {
    sub_binary_tile_init();
    sub_binary_tile(kX, stat, kX);
}
void exponential() {
    exp_tile_init<kFast>();
    exp_tile<kFast>(kX);
}

void logarithm_of_sum(uint32_t length, uint32_t scale) {
    tile_regs_acquire();
    if constexpr (kStable) load_stat(kGreatest, kTaken);
    fill_tile_init();
    fill_tile(kSum, 0.0f);
    for (uint32_t i = 0; i < length; ++i) {
        load(i, scale);
        if constexpr (kStable) take_off(kTaken);
        exponential();
        add_binary_tile_init();
        add_binary_tile(kSum, kX, kSum);
        next();
    }
    const uint32_t sum = reduce_and_spread<PoolType::SUM, kRows, kColumns>(kSum, kOther);
    log_tile_init();
    log_tile(sum);
    pack_stat(sum, kLog);
}

void results(uint32_t length, uint32_t scale) {
    for (uint32_t i = 0; i < length; ++i) {
        tile_regs_acquire();
        load(i, scale);
        if constexpr (kStable) {
            load_stat(kGreatest, kTaken);
            take_off(kTaken);
        }
        load_stat(kLog, kSum);
        take_off(kSum);
        exponential();
        tile_regs_commit();
        next();
        cb_reserve_back(kOut, 1);
        tile_regs_wait();
        pack_tile(kX, kOut);
        tile_regs_release();
        cb_push_back(kOut, 1);
    }
    if constexpr (kStable) cb_pop_front(kGreatest, 1);
    cb_pop_front(kLog, 1);
}

}  // namespace

void kernel_main() {
    const uint32_t length = get_common_arg_val<uint32_t>(0);
    const uint32_t scale = get_common_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kIn, kIn, kOut);
    for (uint32_t line = 0; line < count; ++line) {
        if constexpr (kStable) greatest(length, scale);
        logarithm_of_sum(length, scale);
        results(length, scale);
        kNumbers.end(length);
        if constexpr (kMasked) kMasks.end(length);
    }
}
