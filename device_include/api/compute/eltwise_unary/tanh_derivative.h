// The derivative of tanh.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void tanh_derivative_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_tanh_derivative, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = false>
ALWI void tanh_derivative_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_tanh_derivative);
}

}  // namespace ckernel
