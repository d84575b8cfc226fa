// What kernels of 2025 reach through the library's header of vector operations.
#pragma once

#include "api/compute/compute_kernel_api.h"

namespace ckernel::sfpu {

// The unit's settings after a sort; operations here bring their own.
inline void _init_sfpu_config_reg() {}

}  // namespace ckernel::sfpu
