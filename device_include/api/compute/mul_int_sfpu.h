// Products of integers.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ironbird::compute {

// Products of 16 bits have a set-up of their own.
template <DataFormat format>
FORCE_INLINE void multiply_integers(uint32_t a, uint32_t b, uint32_t out) {
    SfpuSettings with = integers<format>();
    with.form = format == DataFormat::UInt16;
    sfpu(IB_SFPU_mul_int, {a, b, out}, with);
}

}  // namespace ironbird::compute

namespace ckernel {

template <DataFormat data_format>
ALWI void mul_int_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::multiply_integers<data_format>(idst0, idst1, odst);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void mul_int_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_mul_int, data_format == DataFormat::UInt16);
}

// The names of 2025.
ALWI void mul_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::multiply_integers<DataFormat::Int32>(idst0, idst1, odst);
}
ALWI void mul_uint16_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::multiply_integers<DataFormat::UInt16>(idst0, idst1, odst);
}
ALWI void mul_int32_tile_init() {  // for both
    ironbird::compute::sfpu_is(IB_SFPU_mul_int, ironbird::compute::kUnknownForm);
}

}  // namespace ckernel
