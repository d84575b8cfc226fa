// A slope below zero.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void prelu_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_prelu, idst, param0);
}
ALWI void prelu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_prelu);
}

}  // namespace ckernel
