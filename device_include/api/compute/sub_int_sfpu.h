// Differences of integers.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format>
ALWI void sub_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_sub_int, idst0, idst1, odst);
}
template <DataFormat data_format>
ALWI void rsub_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_rsub_int, idst0, idst1, odst);
}
ALWI void sub_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sub_int);
}
ALWI void rsub_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rsub_int);
}

// The names of 2025.
ALWI void sub_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_sub_int, idst0, idst1, odst);
}
ALWI void sub_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt32>(IB_SFPU_sub_int, idst0, idst1, odst);
}
ALWI void sub_uint16_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt16>(IB_SFPU_sub_int, idst0, idst1, odst);
}
ALWI void rsub_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_rsub_int, idst0, idst1, odst);
}
ALWI void rsub_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}

}  // namespace ckernel
