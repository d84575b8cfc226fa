// A tile within two bounds.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void clamp_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_clamp, idst, param0, param1);
}
ALWI void clamp_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_clamp);
}
ALWI void clamp_tile_int32(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_clamp_int32, idst, param0, param1);
}

}  // namespace ckernel
