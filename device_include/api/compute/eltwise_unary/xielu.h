// A quadratic above zero, an exponential below.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void xielu_tile(uint32_t idst, uint32_t alpha_p, uint32_t alpha_n) {
    ironbird::compute::sfpu_unary(IB_SFPU_xielu, idst, alpha_p, alpha_n);
}
ALWI void xielu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_xielu);
}

}  // namespace ckernel
