// The modified Bessel function of order 0.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void i0_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_i0, idst);
}
ALWI void i0_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_i0);
}

}  // namespace ckernel
