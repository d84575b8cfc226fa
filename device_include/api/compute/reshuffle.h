// Rows added to others of the next tile, by a list in L1.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

// The list has a header of 16 bytes, then one byte per row.
ALWI void reshuffle_rows_tile(uint32_t idst, uint32_t idx_addr) {
    if constexpr (!ironbird::compute::kCalculates) return;
    const auto* list = (volatile tt_l1_ptr uint32_t*)(uintptr_t)(idx_addr + 16);
    for (uint32_t half = 0; half < 2; ++half, list += 4)
        ironbird::compute::sfpu(IB_SFPU_reshuffle_rows, {idst, idst + 1}, {}, half * 16, list[0],
                                list[1], list[2], list[3]);
}
ALWI void reshuffle_rows_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_reshuffle_rows);
}

}  // namespace ckernel
