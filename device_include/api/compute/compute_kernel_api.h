// The umbrella header of compute kernels: the frame, and the vector unit's common operations.
#pragma once

#include "api/compute/common.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ironbird/compute/sfpu.h"
#include "ironbird/compute/tile_operations.h"

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void log_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_log, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = false>
ALWI void log_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_log);
}
template <bool fast_and_approx = false>
ALWI void tanh_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_tanh, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = false>
ALWI void tanh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_tanh, fast_and_approx);
}
template <bool fast_and_approx = false>
ALWI void tanh_tile_pack(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_tanh, {idst, idst},
                            {.approx = fast_and_approx, .here = ironbird::compute::kPacks});
}
template <bool fast_and_approx = false>
ALWI void tanh_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_tanh, fast_and_approx, ironbird::compute::kPacks);
}
template <auto vec_mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_sigmoid, {idst, idst},
                            {.faces = vec_mode, .approx = fast_and_approx});
}
template <bool fast_and_approx = false>
ALWI void sigmoid_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sigmoid, fast_and_approx);
}
template <auto vec_mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile_pack(uint32_t idst) {
    ironbird::compute::sfpu(
        IB_SFPU_sigmoid, {idst, idst},
        {.faces = vec_mode, .approx = fast_and_approx, .here = ironbird::compute::kPacks});
}
template <bool fast_and_approx = false>
ALWI void sigmoid_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_sigmoid, fast_and_approx, ironbird::compute::kPacks);
}

template <bool fast_and_approx = false, bool base_is_two = false>
ALWI void log_with_base_tile(uint32_t idst, uint32_t base_scale) {
    ironbird::compute::sfpu(IB_SFPU_log_with_base, {idst, idst},
                            {.approx = fast_and_approx, .form = base_is_two}, base_scale);
}
template <bool fast_and_approx = false>
ALWI void log_with_base_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_log_with_base);
}

template <bool approx = false>
ALWI void expm1_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_expm1, {idst, idst}, {.approx = approx});
}
template <bool approx = false>
ALWI void expm1_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_expm1);
}

ALWI void silu_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_silu, idst);
}
ALWI void silu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_silu);
}
ALWI void square_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_square, idst);
}
ALWI void square_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_square);
}
ALWI void abs_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_abs, idst);
}
ALWI void abs_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_abs);
}
ALWI void sign_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_sign, idst);
}
ALWI void sign_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sign);
}
ALWI void signbit_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_signbit, idst);
}
ALWI void signbit_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_signbit);
}
ALWI void exp2_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_exp2, idst);
}
ALWI void exp2_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_exp2);
}
ALWI void heaviside_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_heaviside, idst, param0);
}
ALWI void heaviside_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_heaviside);
}
ALWI void power_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_power, idst, param0);
}
ALWI void power_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_power);
}
ALWI void power_iterative_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_power_iterative, idst, param0);
}
ALWI void power_iterative_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_power_iterative);
}
ALWI void tiled_prod_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_tiled_prod, idst);
}
ALWI void tiled_prod_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_tiled_prod);
}
ALWI void alt_complex_rotate90_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_alt_complex_rotate90, idst);
}
ALWI void alt_complex_rotate90_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_alt_complex_rotate90);
}
ALWI void unary_max_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_max, idst, param0);
}
ALWI void unary_max_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_max);
}
ALWI void unary_min_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_min, idst, param0);
}
ALWI void unary_min_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_min);
}
ALWI void silu_tile_pack(uint32_t idst) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_silu, idst);
}
ALWI void silu_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_silu, 0, ironbird::compute::kPacks);
}
ALWI void abs_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_abs_int32, idst);
}
ALWI void signbit_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_signbit_int32, idst);
}
ALWI void signbit_tile_int32_init() {
    ironbird::compute::sfpu_is(IB_SFPU_signbit_int32);
}
ALWI void unary_max_int32_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_max_int32, idst, param0);
}
ALWI void unary_max_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_max_int32);
}
ALWI void unary_max_uint32_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_max_uint32, idst, param0);
}
ALWI void unary_max_uint32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_max_uint32);
}
ALWI void unary_min_int32_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_min_int32, idst, param0);
}
ALWI void unary_min_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_min_int32);
}
ALWI void unary_min_uint32_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_min_uint32, idst, param0);
}
ALWI void unary_min_uint32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_min_uint32);
}

// The larger of two tiles, in place: the name of 2025.
ALWI void max_tile(uint32_t idst0, uint32_t idst1,
                   ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_binary_max, {idst0, idst1, idst0}, {.faces = vector_mode});
}
ALWI void max_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_max);
}

}  // namespace ckernel
