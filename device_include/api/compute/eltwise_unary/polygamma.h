// Derivatives of the logarithm of the gamma function.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void polygamma_tile(uint32_t idst, uint32_t n_packed, uint32_t scale_packed) {
    ironbird::compute::sfpu_unary(IB_SFPU_polygamma, idst, n_packed, scale_packed);
}
ALWI void polygamma_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_polygamma);
}

}  // namespace ckernel
