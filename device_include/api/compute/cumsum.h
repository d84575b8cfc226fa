// Sums down the columns of a tile, going on from tile to tile.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void cumsum_tile(uint32_t idst, bool first = true) {
    ironbird::compute::sfpu_unary(IB_SFPU_cumsum, idst, first);
}
ALWI void cumsum_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_cumsum);
}

}  // namespace ckernel
