// Sums of integers: along columns or rows, and of two tiles.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void sfpu_sum_int_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}
ALWI void sfpu_sum_int_col(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_sum_int_col, idst);
}
ALWI void sfpu_sum_int_row(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_sum_int_row, idst);
}
// The second tile is dst_offset tiles on.
ALWI void sfpu_add_int(uint32_t idst, uint32_t dst_offset = 2, int32_t iterations = 8) {
    ironbird::compute::sfpu_integer<DataFormat::Int32>(IB_SFPU_add_int, idst, idst + dst_offset,
                                                       idst);
}

}  // namespace ckernel
