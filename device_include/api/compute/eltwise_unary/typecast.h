// Numbers of one format as those of another; formats by their codes.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <uint32_t IN_DTYPE, uint32_t OUT_DTYPE>
ALWI void typecast_tile(uint32_t idst) {
    if constexpr (IN_DTYPE != OUT_DTYPE)
        ironbird::compute::sfpu_unary(IB_SFPU_typecast, idst, IN_DTYPE, OUT_DTYPE);
}
template <uint32_t IN_DTYPE = 0, uint32_t OUT_DTYPE = 0>
ALWI void typecast_tile_init() {}

}  // namespace ckernel
