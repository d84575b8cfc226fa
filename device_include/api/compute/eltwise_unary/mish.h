// x * tanh(softplus(x)).
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool APPROXIMATION_MODE>
ALWI void mish_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_mish, {idst, idst}, {.approx = APPROXIMATION_MODE});
}
template <bool APPROXIMATION_MODE>
ALWI void mish_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_mish, APPROXIMATION_MODE);
}

}  // namespace ckernel
