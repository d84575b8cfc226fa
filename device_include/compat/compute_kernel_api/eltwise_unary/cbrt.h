// Another path to api/compute/eltwise_unary/cbrt.h.
#pragma once

#include "api/compute/eltwise_unary/cbrt.h"
