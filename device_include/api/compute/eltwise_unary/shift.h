// Bits shifted by one number. Kernels of 2025 leave the format out.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Int32>
ALWI void left_shift_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu(IB_SFPU_left_shift, {idst, idst},
                            ironbird::compute::integers<data_format>(), param0);
}
ALWI void left_shift_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_left_shift);
}
template <DataFormat data_format = DataFormat::Int32>
ALWI void right_shift_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu(IB_SFPU_right_shift, {idst, idst},
                            ironbird::compute::integers<data_format>(), param0);
}
ALWI void right_shift_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_right_shift);
}

}  // namespace ckernel
