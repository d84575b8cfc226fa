// Bits of integers with one number. Kernels of 2025 leave the format out.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_and_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu(IB_SFPU_bitwise_and, {idst, idst},
                            ironbird::compute::integers<data_format>(), param0);
}
ALWI void bitwise_and_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_bitwise_and);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_or_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu(IB_SFPU_bitwise_or, {idst, idst},
                            ironbird::compute::integers<data_format>(), param0);
}
ALWI void bitwise_or_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_bitwise_or);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void bitwise_xor_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu(IB_SFPU_bitwise_xor, {idst, idst},
                            ironbird::compute::integers<data_format>(), param0);
}
ALWI void bitwise_xor_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_bitwise_xor);
}

}  // namespace ckernel
