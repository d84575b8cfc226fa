// Comparisons with a number and with zero.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void unary_ne_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_ne, idst, param0);
}
ALWI void unary_ne_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_ne);
}
ALWI void unary_ne_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_ne_int32, idst, param0);
}
ALWI void unary_eq_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_eq, idst, param0);
}
ALWI void unary_eq_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_eq);
}
ALWI void unary_eq_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_eq_int32, idst, param0);
}
ALWI void unary_gt_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_gt, idst, param0);
}
ALWI void unary_gt_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_gt);
}
ALWI void unary_gt_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_gt_int32, idst, param0);
}
ALWI void unary_ge_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_ge, idst, param0);
}
ALWI void unary_ge_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_ge);
}
ALWI void unary_ge_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_ge_int32, idst, param0);
}
ALWI void unary_lt_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_lt, idst, param0);
}
ALWI void unary_lt_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_lt);
}
ALWI void unary_lt_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_lt_int32, idst, param0);
}
ALWI void unary_le_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_le, idst, param0);
}
ALWI void unary_le_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_unary_le);
}
ALWI void unary_le_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_unary_le_int32, idst, param0);
}
ALWI void gtz_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_gtz, idst);
}
ALWI void gtz_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gtz);
}
ALWI void gtz_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_gtz_int32, idst);
}
ALWI void nez_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_nez, idst);
}
ALWI void nez_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_nez);
}
ALWI void nez_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_nez_int32, idst);
}
ALWI void gez_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_gez, idst);
}
ALWI void gez_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gez);
}
ALWI void gez_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_gez_int32, idst);
}
ALWI void ltz_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_ltz, idst);
}
ALWI void ltz_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_ltz);
}
ALWI void ltz_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_ltz_int32, idst);
}
ALWI void eqz_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_eqz, idst);
}
ALWI void eqz_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_eqz);
}
ALWI void eqz_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_eqz_int32, idst);
}
ALWI void lez_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_lez, idst);
}
ALWI void lez_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lez);
}
ALWI void lez_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_lez_int32, idst);
}
ALWI void eqz_tile_uint16(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_eqz_uint16, idst);
}
ALWI void eqz_tile_uint32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_eqz_uint32, idst);
}
ALWI void nez_tile_uint16(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_nez_uint16, idst);
}
ALWI void nez_tile_uint32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_nez_uint32, idst);
}

}  // namespace ckernel
