// The least common multiple.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void lcm_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_lcm, idst0, idst1, odst);
}
ALWI void lcm_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lcm);
}

}  // namespace ckernel
