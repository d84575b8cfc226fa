// What is left of a division that is cut off.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

// The divisor and its reciprocal come with the init; in 2025 with the call.
ALWI void fmod_tile_init(uint32_t param0 = 0, uint32_t param1 = 0) {
    ironbird::compute::sfpu_remembered.divisor = param0;
    ironbird::compute::sfpu_remembered.reciprocal = param1;
    ironbird::compute::sfpu_is(IB_SFPU_fmod);
}
ALWI void fmod_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_fmod, idst, param0, param1);
}
ALWI void fmod_tile(uint32_t idst) {
    fmod_tile(idst, ironbird::compute::sfpu_remembered.divisor,
              ironbird::compute::sfpu_remembered.reciprocal);
}

}  // namespace ckernel
