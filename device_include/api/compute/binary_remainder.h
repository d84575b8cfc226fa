// What is left of a division that is rounded down.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void remainder_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_remainder_int32, idst0, idst1, odst);
}
ALWI void remainder_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_remainder_int32);
}
ALWI void remainder_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_remainder_uint32, idst0, idst1, odst);
}
ALWI void remainder_uint32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_remainder_uint32);
}
ALWI void remainder_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_remainder_binary, idst0, idst1, odst);
}
ALWI void remainder_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_remainder_binary);
}

}  // namespace ckernel
