// Quotients of integers, as floats.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void div_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_div_int32, idst0, idst1, odst);
}
ALWI void div_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_div_int32);
}

}  // namespace ckernel
