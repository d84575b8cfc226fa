// The logarithm of 1 + exp(x).
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void softplus_tile(uint32_t idst, uint32_t beta, uint32_t beta_reciprocal,
                        uint32_t threshold) {
    ironbird::compute::sfpu_unary(IB_SFPU_softplus, idst, beta, beta_reciprocal, threshold);
}
ALWI void softplus_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_softplus);
}
ALWI void softplus_tile_pack(uint32_t idst, uint32_t beta, uint32_t beta_reciprocal,
                             uint32_t threshold) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_softplus, idst, beta, beta_reciprocal, threshold);
}
ALWI void softplus_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_softplus, 0, ironbird::compute::kPacks);
}

}  // namespace ckernel
