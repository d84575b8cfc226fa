// The modified Bessel function of order 1.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void i1_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_i1, idst);
}
ALWI void i1_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_i1);
}

}  // namespace ckernel
