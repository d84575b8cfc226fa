// The start of kernels that take one CB through Dst into another.
#pragma once

#include "api/compute/common.h"
#include "api/compute/tile_move_copy.h"

namespace ckernel {

ALWI void unary_op_init_common(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::start(icb, icb, ocb);
    copy_tile_init(icb);
    ironbird::compute::math_keep_denormals();
}
ALWI void init_sfpu(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::start(icb, icb, ocb);
    copy_tile_init(icb);
    ironbird::compute::math_keep_denormals();
}

}  // namespace ckernel
