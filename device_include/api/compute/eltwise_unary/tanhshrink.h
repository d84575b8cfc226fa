// x - tanh(x).
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void tanhshrink_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_tanhshrink, idst);
}
ALWI void tanhshrink_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_tanhshrink);
}

}  // namespace ckernel
