// The scaled exponential linear unit.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void selu_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_selu, idst, param0, param1);
}
ALWI void selu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_selu);
}
ALWI void selu_tile_pack(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_selu, idst, param0, param1);
}
ALWI void selu_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_selu, 0, ironbird::compute::kPacks);
}

}  // namespace ckernel
