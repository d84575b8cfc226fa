// What kernels of 2025 reach through the library's header of vector operations.
#pragma once

#include "api/compute/compute_kernel_api.h"

namespace ckernel::sfpu {

// The unit's ordinary mode, after a sort.
inline void _init_sfpu_config_reg() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}

}  // namespace ckernel::sfpu
