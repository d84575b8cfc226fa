// Which numbers are infinite, finite or none.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void isinf_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_isinf, idst);
}
ALWI void isinf_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_isinf);
}
ALWI void isposinf_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_isposinf, idst);
}
ALWI void isposinf_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_isposinf);
}
ALWI void isneginf_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_isneginf, idst);
}
ALWI void isneginf_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_isneginf);
}
ALWI void isnan_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_isnan, idst);
}
ALWI void isnan_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_isnan);
}
ALWI void isfinite_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_isfinite, idst);
}
ALWI void isfinite_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_isfinite);
}

}  // namespace ckernel
