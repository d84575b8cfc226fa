// Bits of two tiles of integers.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_and_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_bitwise_and_binary, idst0, idst1, odst);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_or_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_bitwise_or_binary, idst0, idst1, odst);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_xor_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<data_format>(IB_SFPU_bitwise_xor_binary, idst0, idst1, odst);
}
ALWI void binary_bitwise_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_bitwise_and_binary);
}

// The names of 2025.
ALWI void bitwise_and_uint16_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt16>(IB_SFPU_bitwise_and_binary, idst0, idst1,
                                                        odst);
}
ALWI void bitwise_or_uint16_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt16>(IB_SFPU_bitwise_or_binary, idst0, idst1,
                                                        odst);
}
ALWI void bitwise_xor_uint16_binary_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_integer<DataFormat::UInt16>(IB_SFPU_bitwise_xor_binary, idst0, idst1,
                                                        odst);
}

}  // namespace ckernel
