// Another path to api/compute/eltwise_binary_sfpu.h.
#pragma once

#include "api/compute/eltwise_binary_sfpu.h"
