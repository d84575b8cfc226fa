// Layer and root-mean-square normalisation along rows of tiles: the mean, the mean of the squares
// of what is left, and (x - mean) / sqrt(it + epsilon) * weight + bias. All of it in 32 bits in
// Dst.
#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#include "lines.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kMean = tt::CBIndex::c_4, kScale = tt::CBIndex::c_5,
                   kEdge = tt::CBIndex::c_6, kOut = tt::CBIndex::c_16;
constexpr bool kCentred = get_compile_time_arg_val(0) != 0;  // the mean is taken off
constexpr bool kWhole = get_compile_time_arg_val(1) != 0;    // the CBs hold lines
// CBs of what there may be beside the numbers; 0: there is none.
constexpr uint32_t kResidual = get_compile_time_arg_val(2), kWeight = get_compile_time_arg_val(3),
                   kBias = get_compile_time_arg_val(4);
constexpr bool kPadded = get_compile_time_arg_val(5) != 0;  // the last tile is not full
// Products of two numbers of 16 bits are exact on the matrix unit.
constexpr bool kMatrix = get_compile_time_arg_val(6) != 0;

constexpr uint32_t kX = 0, kOther = 1, kTaken = 2, kSum = 3;  // tiles of Dst

template <uint32_t cb>
constexpr LineBuffer<kWhole> kLine{cb};

// All CBs but the first have their formats set up in between.
void copy_from(uint32_t cb, uint32_t place, uint32_t dst) {
    reconfig_data_format_srca(kIn, cb);
    copy_tile_init(cb);
    copy_tile(cb, place, dst);
    reconfig_data_format_srca(cb, kIn);
}
template <uint32_t cb>
void copy_row(uint32_t i) {
    reconfig_data_format(kIn, cb, kIn, cb);
    unary_bcast_init<BroadcastType::ROW>(cb);
    unary_bcast<BroadcastType::ROW>(cb, kLine<cb>.wait(i), kOther);
    reconfig_data_format(cb, kIn, cb, kIn);
}

void load(uint32_t i) {
    copy_tile_init(kIn);
    copy_tile(kIn, kLine<kIn>.wait(i), kX);
    if constexpr (kResidual != 0) {
        copy_from(kResidual, kLine<kResidual>.wait(i), kOther);
        add_binary_tile_init();
        add_binary_tile(kX, kOther, kX);
    }
}

// What comes tile by tile comes for every pass; what is held as lines stays: weights for all lines.
void next() {
    kLine<kIn>.next();
    if constexpr (kResidual != 0) kLine<kResidual>.next();
    if constexpr (kWeight != 0) kLine<kWeight>.next();
    if constexpr (kBias != 0) kLine<kBias>.next();
}
void end(uint32_t length) {
    kLine<kIn>.end(length);
    if constexpr (kResidual != 0) kLine<kResidual>.end(length);
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

void clear_sum() {
    fill_tile_init();
    fill_tile(kSum, 0.0f);
}
void add_to_sum() {
    add_binary_tile_init();
    add_binary_tile(kSum, kX, kSum);
}
uint32_t mean_of_sum(uint32_t share) {
    const uint32_t sum = reduce_and_spread<PoolType::SUM, true, false>(kSum, kOther);
    binop_with_scalar_tile_init();
    mul_unary_tile(sum, share);
    return sum;
}

void mean(uint32_t length, uint32_t share) {
    tile_regs_acquire();
    clear_sum();
    for (uint32_t i = 0; i < length; ++i) {
        load(i);
        add_to_sum();
        next();
    }
    pack_stat(mean_of_sum(share), kMean);
}

// Padding is zero before the mean is taken off, and must be so again.
void clear_padding() {
    copy_from(kEdge, 0, kOther);
    mul_binary_tile_init();
    mul_binary_tile(kX, kOther, kX);
}

// Products add up in Dst.
void sum_of_products(uint32_t length) {
    mul_init(kIn, kIn);
    for (uint32_t i = 0; i < length; ++i) {
        const uint32_t place = kLine<kIn>.wait(i);
        mul_tiles(kIn, kIn, place, place, kSum);
    }
}

void sum_of_squares(uint32_t length) {
    if constexpr (kCentred) {
        cb_wait_front(kMean, 1);
        copy_from(kMean, 0, kTaken);
    }
    clear_sum();
    for (uint32_t i = 0; i < length; ++i) {
        load(i);
        if constexpr (kCentred) {
            sub_binary_tile_init();
            sub_binary_tile(kX, kTaken, kX);
            if (kPadded && i == length - 1) clear_padding();
        }
        square_tile_init();
        square_tile(kX);
        add_to_sum();
        next();
    }
}

void deviation(uint32_t length, uint32_t share, uint32_t epsilon) {
    tile_regs_acquire();
    if constexpr (kMatrix)
        sum_of_products(length);
    else
        sum_of_squares(length);
    const uint32_t squares = mean_of_sum(share);
    add_unary_tile(squares, epsilon);
    rsqrt_tile_init();
    rsqrt_tile(squares);
    pack_stat(squares, kScale);
}

void normalize(uint32_t i) {
    if constexpr (kCentred) {
        copy_from(kMean, 0, kTaken);
        sub_binary_tile_init();
        sub_binary_tile(kX, kTaken, kX);
    }
    copy_from(kScale, 0, kTaken);
    mul_binary_tile_init();
    mul_binary_tile(kX, kTaken, kX);
    if constexpr (kWeight != 0) {
        copy_row<kWeight>(i);
        mul_binary_tile_init();
        mul_binary_tile(kX, kOther, kX);
    }
    if constexpr (kBias != 0) {
        copy_row<kBias>(i);
        add_binary_tile_init();
        add_binary_tile(kX, kOther, kX);
    }
}

// x * weight, then by the scale.
void normalize_products(uint32_t i) {
    const uint32_t place = kLine<kIn>.wait(i);
    if constexpr (kWeight != 0) {
        reconfig_data_format_srcb(kIn, kWeight);
        mul_bcast_rows_init(kIn, kWeight);
        mul_tiles_bcast_rows(kIn, kWeight, place, kLine<kWeight>.wait(i), kX);
        reconfig_data_format_srcb(kWeight, kIn);
    } else {
        copy_tile_init(kIn);
        copy_tile(kIn, place, kX);
    }
    copy_from(kScale, 0, kTaken);
    mul_binary_tile_init();
    mul_binary_tile(kX, kTaken, kX);
}

void results(uint32_t length) {
    cb_wait_front(kScale, 1);
    for (uint32_t i = 0; i < length; ++i) {
        tile_regs_acquire();
        if constexpr (kMatrix) {
            normalize_products(i);
        } else {
            load(i);
            normalize(i);
        }
        tile_regs_commit();
        next();
        cb_reserve_back(kOut, 1);
        tile_regs_wait();
        pack_tile(kX, kOut);
        tile_regs_release();
        cb_push_back(kOut, 1);
    }
    if constexpr (kCentred) cb_pop_front(kMean, 1);
    cb_pop_front(kScale, 1);
}

}  // namespace

void kernel_main() {
    const uint32_t length = get_common_arg_val<uint32_t>(0);
    const uint32_t share = get_common_arg_val<uint32_t>(1);  // of one number in the mean
    const uint32_t epsilon = get_common_arg_val<uint32_t>(2);
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kIn, kIn, kOut);
    if constexpr (kPadded && kCentred) cb_wait_front(kEdge, 1);
    for (uint32_t line = 0; line < count; ++line) {
        if constexpr (kCentred) mean(length, share);
        deviation(length, share, epsilon);
        results(length);
        end(length);
    }
}
