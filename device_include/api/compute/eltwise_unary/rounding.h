// Whole numbers near a tile's.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void rounding_op_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_ceil);
}
ALWI void ceil_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_ceil, idst);
}
ALWI void floor_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_floor, idst);
}
ALWI void trunc_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_trunc, idst);
}
ALWI void frac_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_frac, idst);
}
ALWI void stochastic_round_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_stochastic_round, idst);
}
ALWI void round_tile(uint32_t idst, int32_t decimals) {
    ironbird::compute::sfpu_unary(IB_SFPU_round, idst, decimals);
}

// The names of 2025.
ALWI void ceil_tile_float32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_ceil, idst);
}
ALWI void floor_tile_float32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_floor, idst);
}
ALWI void trunc_tile_float32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_trunc, idst);
}
ALWI void frac_tile_float32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_frac, idst);
}

}  // namespace ckernel
