// Circular and hyperbolic functions.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void sin_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_sin, idst);
}
ALWI void sin_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sin);
}
ALWI void cos_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_cos, idst);
}
ALWI void cos_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_cos);
}
ALWI void tan_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_tan, idst);
}
ALWI void tan_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_tan);
}
ALWI void asin_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_asin, idst);
}
ALWI void asin_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_asin);
}
ALWI void acos_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_acos, idst);
}
ALWI void acos_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_acos);
}
ALWI void atan_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_atan, idst);
}
ALWI void atan_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_atan);
}
ALWI void sinh_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_sinh, idst);
}
ALWI void sinh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sinh);
}
ALWI void cosh_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_cosh, idst);
}
ALWI void cosh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_cosh);
}
ALWI void asinh_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_asinh, idst);
}
ALWI void asinh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_asinh);
}
ALWI void acosh_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_acosh, idst);
}
ALWI void acosh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_acosh);
}
ALWI void atanh_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_atanh, idst);
}
ALWI void atanh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_atanh);
}

}  // namespace ckernel
