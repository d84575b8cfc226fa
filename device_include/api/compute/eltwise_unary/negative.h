// The sign changed.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void negative_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_negative, idst);
}
ALWI void negative_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_negative);
}
ALWI void negative_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_negative_int32, idst);
}

}  // namespace ckernel
