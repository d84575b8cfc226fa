// One number divided by a tile.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <RoundingMode rounding_mode = RoundingMode::None>
ALWI void rdiv_tile(uint32_t dst_index, uint32_t value,
                    ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_rdiv, {dst_index, dst_index}, {.faces = vector_mode}, value,
                            rounding_mode);
}
ALWI void rdiv_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rdiv);
}

}  // namespace ckernel
