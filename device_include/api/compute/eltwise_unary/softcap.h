// beta * tanh(x / beta), on Blackhole.
#pragma once

#if defined(ARCH_BLACKHOLE)
#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void softcap_tile(uint32_t idst, uint32_t beta, uint32_t beta_recip) {
    ironbird::compute::sfpu_unary(IB_SFPU_softcap, idst, beta, beta_recip);
}
ALWI void softcap_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_softcap);
}

}  // namespace ckernel
#endif
