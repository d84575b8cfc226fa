// Another number where a tile is not above one.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void threshold_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_threshold, idst, param0, param1);
}
ALWI void threshold_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_threshold);
}

}  // namespace ckernel
