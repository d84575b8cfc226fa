// The reciprocal.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool legacy_compat = true>
ALWI void recip_tile(uint32_t idst, ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_recip, {idst, idst},
                            {.faces = vector_mode, .form = !legacy_compat});
}
template <bool legacy_compat = true>
ALWI void recip_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_recip, !legacy_compat);
}

}  // namespace ckernel
