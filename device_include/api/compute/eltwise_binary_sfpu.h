// Two tiles of Dst, number by number.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DstRoundingMode dst_rounding_mode = DstRoundingMode::Default>
ALWI void add_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_add_binary, idst0, idst1, odst, dst_rounding_mode);
}
ALWI void add_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_add_binary);
}
template <DstRoundingMode dst_rounding_mode = DstRoundingMode::Default>
ALWI void sub_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_sub_binary, idst0, idst1, odst, dst_rounding_mode);
}
ALWI void sub_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sub_binary);
}
template <DstRoundingMode dst_rounding_mode = DstRoundingMode::Default>
ALWI void rsub_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_rsub_binary, idst0, idst1, odst, dst_rounding_mode);
}
ALWI void rsub_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rsub_binary);
}
ALWI void mul_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_mul_binary, idst0, idst1, odst);
}
ALWI void mul_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_mul_binary);
}
ALWI void div_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_div_binary, idst0, idst1, odst);
}
ALWI void div_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_div_binary);
}
ALWI void power_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_power_binary, idst0, idst1, odst);
}
ALWI void power_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_power_binary);
}
ALWI void eq_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_eq_binary, idst0, idst1, odst);
}
ALWI void eq_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_eq_binary);
}
ALWI void ne_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_ne_binary, idst0, idst1, odst);
}
ALWI void ne_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_ne_binary);
}
ALWI void lt_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_lt_binary, idst0, idst1, odst);
}
ALWI void lt_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lt_binary);
}
ALWI void gt_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_gt_binary, idst0, idst1, odst);
}
ALWI void gt_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gt_binary);
}
ALWI void le_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_le_binary, idst0, idst1, odst);
}
ALWI void le_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_le_binary);
}
ALWI void ge_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_ge_binary, idst0, idst1, odst);
}
ALWI void ge_binary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_ge_binary);
}

}  // namespace ckernel
