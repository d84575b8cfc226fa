// Another path to api/compute/eltwise_unary/erf_erfc.h.
#pragma once

#include "api/compute/eltwise_unary/erf_erfc.h"
