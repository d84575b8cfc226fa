// The reciprocal of the square root.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool legacy_compat = false, bool FAST_APPROX = false>
ALWI void rsqrt_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_rsqrt, {idst, idst},
                            {.approx = ib_tables.settings.approx != 0, .form = !legacy_compat});
}
template <bool legacy_compat = false>
ALWI void rsqrt_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rsqrt, !legacy_compat);
}

}  // namespace ckernel
