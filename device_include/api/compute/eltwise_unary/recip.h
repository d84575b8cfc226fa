// The reciprocal.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <bool legacy_compat = true>
ALWI void recip_tile(uint32_t idst, ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_recip, {idst, idst}, {.faces = vector_mode});
}
template <bool legacy_compat = true>
ALWI void recip_tile_init() {}

}  // namespace ckernel
