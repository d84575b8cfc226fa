// One tile where a condition is not zero, another elsewhere.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format = DataFormat::Float16_b>
ALWI void where_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    static_assert(data_format == DataFormat::Float32 || data_format == DataFormat::Float16_b ||
                      data_format == DataFormat::Int32 || data_format == DataFormat::UInt32,
                  "where_tile takes Float32, Float16_b, Int32 and UInt32");
    ironbird::compute::sfpu_ternary(IB_SFPU_where, idst0, idst1, idst2, odst);
}
ALWI void where_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_where);
}

// The names of 2025.
ALWI void where_fp32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    where_tile<DataFormat::Float32>(idst0, idst1, idst2, odst);
}
ALWI void where_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {
    where_tile<DataFormat::Int32>(idst0, idst1, idst2, odst);
}

}  // namespace ckernel
