// The error function and its complement.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool fast_and_approx = true>
ALWI void erf_tile(uint32_t idst) {
    ironbird::compute::sfpu(IB_SFPU_erf, {idst, idst}, {.approx = fast_and_approx});
}
template <bool fast_and_approx = true>
ALWI void erf_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_erf, fast_and_approx);
}
template <bool fast_and_approx = true>
ALWI void erfc_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_erfc, idst);
}
template <bool fast_and_approx = true>
ALWI void erfc_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_erfc);
}

}  // namespace ckernel
