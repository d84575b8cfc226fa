// A tile as it is.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void identity_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_identity, idst);
}
ALWI void identity_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_identity);
}
ALWI void identity_tile_uint32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_identity_uint32, idst);
}

}  // namespace ckernel
