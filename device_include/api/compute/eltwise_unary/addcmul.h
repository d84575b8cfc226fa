// a + value * b * c.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format>
ALWI void addcmul_tile(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst,
                       uint32_t value) {
    static_assert(data_format == DataFormat::Float32 || data_format == DataFormat::Float16_b ||
                      data_format == DataFormat::Bfp8_b,
                  "this operation takes floats");
    ironbird::compute::sfpu_ternary(IB_SFPU_addcmul, idst0, idst1, idst2, odst, value);
}
ALWI void addcmul_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_addcmul);
}

}  // namespace ckernel
