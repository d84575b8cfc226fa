// The logarithm of the gamma function, in parts.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void lgamma_stirling_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_lgamma_stirling, idst);
}
ALWI void lgamma_stirling_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lgamma_stirling);
}
ALWI void lgamma_stirling_float_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2) {
    ironbird::compute::sfpu_binary(IB_SFPU_lgamma_stirling_float, idst0, idst1, idst2);
}
ALWI void lgamma_stirling_float_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lgamma_stirling_float);
}
ALWI void lgamma_adjusted_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t idst3) {
    ironbird::compute::sfpu_ternary(IB_SFPU_lgamma_adjusted, idst0, idst1, idst2, idst3);
}
ALWI void lgamma_adjusted_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lgamma_adjusted);
}

}  // namespace ckernel
