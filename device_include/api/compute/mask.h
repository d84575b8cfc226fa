// Numbers kept where a mask is not zero.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

// The chip takes the tile after the data as the mask, whatever the call says.
ALWI void mask_tile(uint32_t idst_data, uint32_t idst2_mask,
                    DataFormat data_format = DataFormat::Float16_b) {
    if (data_format == DataFormat::Float16_b || data_format == DataFormat::Float16 ||
        data_format == DataFormat::Int32)
        ironbird::compute::sfpu_binary(IB_SFPU_mask, idst_data, idst_data + 1, idst_data);
}
ALWI void mask_posinf_tile(uint32_t idst_data, uint32_t idst2_mask) {
    ironbird::compute::sfpu_binary(IB_SFPU_mask_posinf, idst_data, idst_data + 1, idst_data);
}
ALWI void mask_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_mask);
}

}  // namespace ckernel
