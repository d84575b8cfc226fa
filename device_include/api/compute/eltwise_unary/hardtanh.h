// A tile within two bounds.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void hardtanh_tile(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_hardtanh, idst, param0, param1);
}
ALWI void hardtanh_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_hardtanh);
}
ALWI void hardtanh_tile_pack(uint32_t idst, uint32_t param0, uint32_t param1) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_hardtanh, idst, param0, param1);
}
ALWI void hardtanh_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_hardtanh, 0, ironbird::compute::kPacks);
}

}  // namespace ckernel
