// The cube root.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void cbrt_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_cbrt, idst);
}
ALWI void cbrt_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_cbrt);
}

}  // namespace ckernel
