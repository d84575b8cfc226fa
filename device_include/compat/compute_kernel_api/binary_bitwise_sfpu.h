// Another path to api/compute/binary_bitwise_sfpu.h.
#pragma once

#include "api/compute/binary_bitwise_sfpu.h"
