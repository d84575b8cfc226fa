// One number minus a tile.
#pragma once

#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void rsub_tile(uint32_t idst, uint32_t scalar) {
    ironbird::compute::sfpu_unary(IB_SFPU_rsub, idst, scalar);
}
ALWI void rsub_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rsub);
}
ALWI void rsub_unary_int32_tile(uint32_t idst, uint32_t scalar) {
    ironbird::compute::sfpu_unary(IB_SFPU_rsub_unary_int32, idst, scalar);
}
ALWI void rsub_unary_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_rsub_unary_int32);
}

}  // namespace ckernel
