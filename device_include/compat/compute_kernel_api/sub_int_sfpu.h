// Another path to api/compute/sub_int_sfpu.h.
#pragma once

#include "api/compute/sub_int_sfpu.h"
