// Numbers set to zero at random, the others scaled.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void dropout_tile(uint32_t idst, uint32_t probability, uint32_t scale_factor) {
    ironbird::compute::sfpu_unary(IB_SFPU_dropout, idst, probability, scale_factor);
}
ALWI void dropout_kernel_init(uint32_t seed = 0) {
    ironbird::compute::sfpu_unary(IB_SFPU_seed, 0, seed);
    ironbird::compute::sfpu_is(IB_SFPU_dropout);
}

}  // namespace ckernel
