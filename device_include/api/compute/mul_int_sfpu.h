// Products of integers.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format>
ALWI void mul_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_mul_int, idst0, idst1, odst);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void mul_int_tile_init() {}

// The names of 2025.
ALWI void mul_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_mul_int, idst0, idst1, odst);
}
ALWI void mul_uint16_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt16>(IB_SFPU_mul_int, idst0, idst1, odst);
}
ALWI void mul_int32_tile_init() {}

}  // namespace ckernel
