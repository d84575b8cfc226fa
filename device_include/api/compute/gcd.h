// The greatest common divisor.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void gcd_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_gcd, idst0, idst1, odst);
}
ALWI void gcd_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gcd);
}

}  // namespace ckernel
