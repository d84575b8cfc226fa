// What is left of a division that is cut off.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void fmod_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_fmod_int32, idst0, idst1, odst);
}
ALWI void fmod_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_fmod_int32);
}
ALWI void fmod_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_fmod_binary, idst0, idst1, odst);
}
ALWI void fmod_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_fmod_binary);
}

}  // namespace ckernel
