// A piecewise mish.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void hardmish_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_hardmish, idst);
}
template <bool fast_and_approx = false>
ALWI void hardmish_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_hardmish);
}

}  // namespace ckernel
