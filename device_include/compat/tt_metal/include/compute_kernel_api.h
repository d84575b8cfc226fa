// Another path to api/compute/compute_kernel_api.h.
#pragma once

#include "api/compute/compute_kernel_api.h"
