// Another path to api/compute/compute_kernel_api_debug.h.
#pragma once

#include "api/compute/compute_kernel_api_debug.h"
