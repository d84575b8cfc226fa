// The logarithm of the sigmoid; the second tile is exp(-x).
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void logsigmoid_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_logsigmoid, idst0, idst1, odst);
}
ALWI void logsigmoid_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_logsigmoid);
}

}  // namespace ckernel
