// The Gaussian error linear unit, its forms and its derivative.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool fast_and_approx = true>
ALWI void gelu_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_gelu, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = true>
ALWI void gelu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gelu, fast_and_approx);
}
template <bool fast_and_approx = true>
ALWI void gelu_tile_pack(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_gelu, {idst, idst},
                            {.approx = fast_and_approx, .here = ironbird::compute::kPacks});
}
template <bool fast_and_approx = true>
ALWI void gelu_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_gelu, fast_and_approx, ironbird::compute::kPacks);
}
ALWI void gelu_tanh_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_gelu_tanh, idst);
}
ALWI void gelu_tanh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gelu_tanh);
}
ALWI void gelu_tanh_tile_pack(uint32_t idst) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_gelu_tanh, idst);
}
ALWI void gelu_tanh_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_gelu_tanh, 0, ironbird::compute::kPacks);
}
template <bool fast_and_approx = false>
ALWI void gelu_derivative_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_gelu_derivative, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = false>
ALWI void gelu_derivative_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gelu_derivative, fast_and_approx);
}

}  // namespace ckernel
