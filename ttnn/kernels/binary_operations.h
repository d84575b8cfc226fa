// Binary operations that consist of several of the vector unit: tiles 0 and 1 of Dst, result in 0.
#pragma once

#include "api/compute/binary_bitwise_sfpu.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/gelu.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/eltwise_unary/rounding.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/mul_int_sfpu.h"
#include "api/compute/sub_int_sfpu.h"

namespace {

inline void squared_difference() {
    sub_binary_tile_init();
    sub_binary_tile(0, 1, 0);
    square_tile_init();
    square_tile(0);
}
template <DataFormat format>
inline void squared_difference_int() {
    sub_int_tile_init();
    sub_int_tile<format>(0, 1, 0);
    mul_int_tile_init<format>();
    mul_int_tile<format>(0, 0, 0);
}

// Both tiles as ones and zeros.
inline void to_truth() {
    nez_tile_init();
    nez_tile(0);
    nez_tile(1);
}
template <DataFormat format>
inline void to_truth_int() {
    nez_tile_init();
    for (uint32_t tile = 0; tile < 2; ++tile) {
        if constexpr (format == DataFormat::UInt16)
            nez_tile_uint16(tile);
        else if constexpr (format == DataFormat::UInt32)
            nez_tile_uint32(tile);
        else
            nez_tile_int32(tile);
    }
    binary_bitwise_tile_init();
}

inline void logical_and() {
    to_truth();
    mul_binary_tile_init();
    mul_binary_tile(0, 1, 0);
}
template <DataFormat format>
inline void logical_and_int() {
    to_truth_int<format>();
    bitwise_and_binary_tile<format>(0, 1, 0);
}

inline void logical_or() {
    to_truth();
    add_binary_tile_init();
    add_binary_tile(0, 1, 0);
    nez_tile_init();
    nez_tile(0);
}
template <DataFormat format>
inline void logical_or_int() {
    to_truth_int<format>();
    bitwise_or_binary_tile<format>(0, 1, 0);
}

inline void logical_xor() {
    to_truth();
    ne_binary_tile_init();
    ne_binary_tile(0, 1, 0);
}
template <DataFormat format>
inline void logical_xor_int() {
    to_truth_int<format>();
    bitwise_xor_binary_tile<format>(0, 1, 0);
}

// The greater goes to tile 2, what is taken off to tile 0: sums of powers that do not overflow.
inline void apart() {
    binary_max_tile_init();
    binary_max_tile(0, 1, 2);
    sub_binary_tile_init();
    sub_binary_tile(0, 1, 0);
    abs_tile_init();
    abs_tile(0);
    negative_tile_init();
    negative_tile(0);
}
inline void one_more() {
    binop_with_scalar_tile_init();
    add_unary_tile(0, 0x3f800000u);
}
inline void add_greater() {
    add_binary_tile_init();
    add_binary_tile(0, 2, 0);
}
inline void logaddexp() {
    apart();
    exp_tile_init();
    exp_tile(0);
    one_more();
    log_tile_init();
    log_tile(0);
    add_greater();
}
inline void logaddexp2() {
    apart();
    exp2_tile_init();
    exp2_tile(0);
    one_more();
    log_with_base_tile_init();
    log_with_base_tile(0, 0x3fb8aa3bu);  // 1 / log(2)
    add_greater();
}

inline void ldexp() {
    exp2_tile_init();
    exp2_tile(1);
    mul_binary_tile_init();
    mul_binary_tile(0, 1, 0);
}

inline void bias_gelu() {
    add_binary_tile_init();
    add_binary_tile(0, 1, 0);
    gelu_tile_init<false>();
    gelu_tile<false>(0);
}

inline void divide_down() {
    div_binary_tile_init();
    div_binary_tile(0, 1, 0);
    rounding_op_tile_init();
    floor_tile_float32(0);
}
inline void divide_to_zero() {
    div_binary_tile_init();
    div_binary_tile(0, 1, 0);
    rounding_op_tile_init();
    trunc_tile_float32(0);
}

// Zero where the divisor is.
inline void div_no_nan() {
    fill_tile_init();
    fill_tile(2, 0.0f);
    div_binary_tile_init();
    div_binary_tile(0, 1, 0);
    where_tile_init();
    where_tile<DataFormat::Float32>(1, 0, 2, 0);
}

}  // namespace
