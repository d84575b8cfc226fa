// Comparisons of two tiles of integers.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format>
ALWI void eq_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_eq_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void eq_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_eq_int);
}
template <DataFormat data_format>
ALWI void ne_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_ne_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void ne_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_ne_int);
}
template <DataFormat data_format>
ALWI void lt_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_lt_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void lt_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_lt_int);
}
template <DataFormat data_format>
ALWI void gt_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_gt_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void gt_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_gt_int);
}
template <DataFormat data_format>
ALWI void le_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_le_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void le_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_le_int);
}
template <DataFormat data_format>
ALWI void ge_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_ge_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void ge_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_ge_int);
}

}  // namespace ckernel
