// Bits of integers inverted.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void bitwise_not_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_bitwise_not, idst);
}
ALWI void bitwise_not_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_bitwise_not);
}

}  // namespace ckernel
