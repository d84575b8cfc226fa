// The logarithmic derivative of the gamma function.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void digamma_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_digamma, idst);
}
ALWI void digamma_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_digamma);
}

}  // namespace ckernel
