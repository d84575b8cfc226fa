// Exponential averages down the columns, into the next tile.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void ema_init(uint32_t alpha, uint32_t beta) {
    ironbird::compute::sfpu(IB_SFPU_ema_init, {}, {}, alpha, beta);
    ironbird::compute::sfpu_is(IB_SFPU_ema);
}
ALWI void ema_clear_previous_output() {
    ironbird::compute::sfpu(IB_SFPU_ema_clear, {}, {});
}
ALWI void ema_tile(uint32_t input_dst_index) {
    ironbird::compute::sfpu(IB_SFPU_ema, {input_dst_index, input_dst_index + 1}, {});
}

}  // namespace ckernel
