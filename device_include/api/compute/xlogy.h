// x * ln(y).
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void xlogy_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_xlogy_binary, idst0, idst1, odst);
}
ALWI void xlogy_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_xlogy_binary);
}

}  // namespace ckernel
