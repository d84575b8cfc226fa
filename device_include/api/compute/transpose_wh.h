// transpose.h by its names of 2025.
#pragma once

#include "api/compute/transpose.h"

namespace ckernel {

ALWI void transpose_wh_init(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::start(icb, icb, ocb);
    ironbird::compute::transpose_init(icb);
}
ALWI void transpose_wh_init_short(uint32_t icb, uint32_t call_line = 0) {
    ironbird::compute::transpose_init(icb);
}
ALWI void transpose_wh_tile(uint32_t icb, uint32_t itile, uint32_t idst) {
    ironbird::compute::transpose(icb, itile, idst);
}

}  // namespace ckernel
