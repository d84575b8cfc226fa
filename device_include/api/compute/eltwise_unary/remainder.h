// What is left of a division that is rounded down.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

// The divisor and its reciprocal come with the init; in 2025 with the call.
ALWI void remainder_tile_init(uint32_t param0 = 0, uint32_t param1 = 0) {
    ironbird::compute::sfpu_remembered.divisor = param0;
    ironbird::compute::sfpu_remembered.reciprocal = param1;
    ironbird::compute::sfpu_is(IB_SFPU_remainder);
}
ALWI void remainder_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_remainder, idst, param0, param1);
}
ALWI void remainder_tile(uint32_t idst) {
    remainder_tile(idst, ironbird::compute::sfpu_remembered.divisor,
                   ironbird::compute::sfpu_remembered.reciprocal);
}
ALWI void remainder_tile_uint32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_remainder_scalar_uint32, idst, param0);
}
ALWI void remainder_tile_uint32_init() {
    ironbird::compute::sfpu_is(IB_SFPU_remainder_scalar_uint32);
}

}  // namespace ckernel
