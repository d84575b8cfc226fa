// What kernels of 2025 reach through the library's header of vector operations.
#pragma once

#include "api/compute/compute_kernel_api.h"
