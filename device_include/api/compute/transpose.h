// Tiles that are transposed on the way into Dst.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/transposing.h"

namespace ckernel {

ALWI void transpose_init(uint32_t icb, uint32_t call_line = 0) {
    ironbird::compute::transpose_init(icb);
}
ALWI void transpose_tile(uint32_t icb, uint32_t itile, uint32_t idst) {
    ironbird::compute::transpose(icb, itile, idst);
}
ALWI void transpose_block(uint32_t icb, uint32_t start_itile, uint32_t start_idst,
                          uint32_t ntiles) {
    for (uint32_t t = 0; t < ntiles; ++t)
        ironbird::compute::transpose(icb, start_itile + t, start_idst + t);
}

}  // namespace ckernel
