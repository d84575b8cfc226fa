// Gradients that consist of several operations of the vector unit: tile 0 of Dst is the gradient of
// the result and becomes that of the input, which is tile 1.
#pragma once

#include "api/compute/compute_kernel_api.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/gelu.h"
#include "api/compute/eltwise_unary/tanh_derivative.h"

namespace {

inline void times_derivative() {
    mul_binary_tile_init();
    mul_binary_tile(0, 1, 0);
}

inline void gelu_bw() {
    gelu_derivative_tile_init<false>();
    gelu_derivative_tile<false>(1);
    times_derivative();
}

inline void tanh_bw() {
    tanh_derivative_tile_init<false>();
    tanh_derivative_tile<false>(1);
    times_derivative();
}

inline void copy_dst(uint32_t from, uint32_t to) {
    copy_dest_values_init();
    copy_dest_values<DataFormat::Float32>(from, to);
}

// With t = tanh(a (x + b x^3)): 0.5 (1 + t) + 0.5 x (1 - t^2) a (1 + 3 b x^2).
inline void gelu_tanh_bw() {
    constexpr uint32_t kA = 0x3f4c422au, kB = 0x3d372713u, k3B = 0x3e095d4fu, kHalf = 0x3f000000u,
                       kOne = 0x3f800000u;
    copy_dst(1, 2);
    square_tile_init();
    square_tile(2);
    copy_dst(2, 3);
    binop_with_scalar_tile_init();
    mul_unary_tile(2, kB);
    add_unary_tile(2, kOne);
    mul_binary_tile_init();
    mul_binary_tile(2, 1, 2);
    binop_with_scalar_tile_init();
    mul_unary_tile(2, kA);
    tanh_tile_init<false>();
    tanh_tile<false>(2);  // t
    binop_with_scalar_tile_init();
    mul_unary_tile(3, k3B);
    add_unary_tile(3, kOne);
    mul_unary_tile(3, kA);
    mul_binary_tile_init();
    mul_binary_tile(3, 1, 1);  // x a (1 + 3 b x^2)
    copy_dst(2, 3);
    square_tile_init();
    square_tile(3);
    binop_with_scalar_tile_init();
    rsub_unary_tile(3, kOne);  // 1 - t^2
    mul_binary_tile_init();
    mul_binary_tile(3, 1, 1);
    add_binary_tile_init();
    add_binary_tile(1, 2, 1);
    binop_with_scalar_tile_init();
    add_unary_tile(1, kOne);
    mul_unary_tile(1, kHalf);
    times_derivative();
}

}  // namespace
