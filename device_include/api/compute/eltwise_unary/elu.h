// The exponential linear unit.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void elu_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_elu, idst, param0);
}
ALWI void elu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_elu);
}

}  // namespace ckernel
