// 1 / sqrt(x + addend), on Blackhole.
#pragma once

#if defined(ARCH_BLACKHOLE)
#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool fast_and_approx = false, VectorMode vec_mode = VectorMode::RC, int ITERATIONS = 8>
ALWI void add_rsqrt_tile(uint32_t idst, uint32_t addend) {
    ironbird::compute::sfpu(
        IB_SFPU_add_rsqrt, {idst, idst},
        {.faces = vec_mode, .approx = fast_and_approx, .iterations = uint8_t(ITERATIONS)}, addend);
}
ALWI void add_rsqrt_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_add_rsqrt);
}

}  // namespace ckernel
#endif
