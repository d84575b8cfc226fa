// Tiles turned about their diagonal on the way into Dst.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/turning.h"

namespace ckernel {

ALWI void transpose_init(uint32_t icb, uint32_t call_line = 0) {
    ironbird::compute::turn_init(icb);
}
ALWI void transpose_tile(uint32_t icb, uint32_t itile, uint32_t idst) {
    ironbird::compute::turn(icb, itile, idst);
}
ALWI void transpose_block(uint32_t icb, uint32_t start_itile, uint32_t start_idst,
                          uint32_t ntiles) {
    for (uint32_t t = 0; t < ntiles; ++t)
        ironbird::compute::turn(icb, start_itile + t, start_idst + t);
}

}  // namespace ckernel
