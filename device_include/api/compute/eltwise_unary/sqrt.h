// The square root.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool FAST_APPROX = false>
ALWI void sqrt_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_sqrt, {idst, idst}, {.approx = ib_tables.settings.approx != 0});
}
ALWI void sqrt_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sqrt);
}

}  // namespace ckernel
