// One number to the power of a tile.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void rpow_tile(uint32_t idst, uint32_t base_val,
                    ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_rpow, {idst, idst}, {.faces = vector_mode}, base_val);
}
ALWI void rpow_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rpow);
}

}  // namespace ckernel
