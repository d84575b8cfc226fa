// A gated unit with sine-free sigmoid and tanh, on Blackhole.
#pragma once

#if defined(ARCH_BLACKHOLE)
#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void situ_glu_tile(uint32_t idst0, uint32_t idst1, uint32_t odst,
                        ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_situ_glu, {idst0, idst1, odst}, {.faces = vector_mode});
}
ALWI void situ_glu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_situ_glu);
}

}  // namespace ckernel
#endif
