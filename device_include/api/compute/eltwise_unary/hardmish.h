// A piecewise mish.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void hardmish_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_hardmish, idst);
}
ALWI void hardmish_tile_init() {}

}  // namespace ckernel
