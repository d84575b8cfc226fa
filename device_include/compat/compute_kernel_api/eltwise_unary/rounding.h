// Another path to api/compute/eltwise_unary/rounding.h.
#pragma once

#include "api/compute/eltwise_unary/rounding.h"
