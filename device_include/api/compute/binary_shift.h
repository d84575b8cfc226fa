// Bits of one tile shifted by another.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Int32>
ALWI void binary_left_shift_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_binary_left_shift, idst0, idst1, odst);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void binary_right_shift_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_binary_right_shift, idst0, idst1, odst);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void binary_logical_right_shift_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_binary_logical_right_shift, idst0, idst1,
                                                 odst);
}
ALWI void binary_shift_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_left_shift);
}

// The names of 2025.
ALWI void binary_left_shift_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_binary_left_shift, idst0, idst1,
                                                       odst);
}
template <bool sign_magnitude_format = false>
ALWI void binary_left_shift_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt32>(IB_SFPU_binary_left_shift, idst0, idst1,
                                                        odst);
}
ALWI void binary_right_shift_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_binary_right_shift, idst0, idst1,
                                                       odst);
}
template <bool sign_magnitude_format = false>
ALWI void binary_right_shift_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt32>(IB_SFPU_binary_right_shift, idst0, idst1,
                                                        odst);
}
ALWI void binary_logical_right_shift_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_binary_logical_right_shift, idst0,
                                                       idst1, odst);
}
template <bool sign_magnitude_format = false>
ALWI void binary_logical_right_shift_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt32>(IB_SFPU_binary_logical_right_shift, idst0,
                                                        idst1, odst);
}

}  // namespace ckernel
