// The reciprocal of the square root.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool legacy_compat = false, bool FAST_APPROX = false>
ALWI void rsqrt_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_rsqrt, {idst, idst}, {.approx = APPROX});
}
template <bool legacy_compat = false>
ALWI void rsqrt_tile_init() {}

}  // namespace ckernel
