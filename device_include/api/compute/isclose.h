// One where two tiles agree within tolerances.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool EQUAL_NAN = false>
ALWI void isclose_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst, uint32_t rtol_bits,
                              uint32_t atol_bits) {
    ironbird::compute::sfpu_binary(IB_SFPU_isclose_binary, idst0, idst1, odst, rtol_bits, atol_bits,
                                   EQUAL_NAN);
}
ALWI void isclose_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_isclose_binary);
}

}  // namespace ckernel
