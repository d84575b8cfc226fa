// The inverse of the error function.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void erfinv_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_erfinv, idst);
}
ALWI void erfinv_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_erfinv);
}

}  // namespace ckernel
