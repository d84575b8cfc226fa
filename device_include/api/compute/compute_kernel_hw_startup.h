// The first call of a compute kernel: formats of the units, from the CBs that it begins with.
#pragma once

#include "api/compute/common_globals.h"
#include "api/compute/src_order.h"
#include "ironbird/compute/startup.h"

namespace ckernel {

template <SrcOrder src_order = SrcOrder::Regular>
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t icb1, uint32_t ocb) {
    if constexpr (src_order == SrcOrder::Regular)
        ironbird::compute::start(icb0, icb1, ocb);
    else
        ironbird::compute::start(icb1, icb0, ocb);
}
ALWI void compute_kernel_hw_startup(uint32_t icb0, uint32_t ocb) {
    ironbird::compute::start(icb0, icb0, ocb);
}

// The width of Dst is the kernel's for its whole run.
template <bool enable>
ALWI void set_fp32_dest_acc() {
    if (enable != ironbird::compute::dst_is_wide())
        ib_not_modelled("changing the width of Dst while a kernel runs (set_fp32_dest_acc)");
}
template <bool enable>
ALWI void restore_fp32_dest_acc() {
    set_fp32_dest_acc<enable>();
}
ALWI void enable_fp32_dest_acc() {
    set_fp32_dest_acc<true>();
}
ALWI void disable_fp32_dest_acc() {
    set_fp32_dest_acc<false>();
}

}  // namespace ckernel
