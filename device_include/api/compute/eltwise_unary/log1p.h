// The logarithm of 1 + x.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void log1p_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_log1p, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = false>
ALWI void log1p_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_log1p);
}

}  // namespace ckernel
