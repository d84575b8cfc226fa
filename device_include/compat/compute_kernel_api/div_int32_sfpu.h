// Another path to api/compute/div_int32_sfpu.h.
#pragma once

#include "api/compute/div_int32_sfpu.h"
