// Smaller activations.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void hardsigmoid_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_hardsigmoid, idst);
}
ALWI void hardsigmoid_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_hardsigmoid);
}
ALWI void hardsigmoid_tile_pack(uint32_t idst) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_hardsigmoid, idst);
}
ALWI void hardsigmoid_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_hardsigmoid, 0, ironbird::compute::kPacks);
}
ALWI void softsign_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_softsign, idst);
}
ALWI void softsign_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_softsign);
}
ALWI void celu_tile(uint32_t idst, uint32_t alpha, uint32_t alpha_recip) {
    ironbird::compute::sfpu_unary(IB_SFPU_celu, idst, alpha, alpha_recip);
}
ALWI void celu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_celu);
}
ALWI void softshrink_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_softshrink, idst, param0);
}
ALWI void softshrink_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_softshrink);
}
ALWI void hardshrink_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_hardshrink, idst, param0);
}
ALWI void hardshrink_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_hardshrink);
}

}  // namespace ckernel
