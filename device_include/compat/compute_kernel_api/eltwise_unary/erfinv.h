// Another path to api/compute/eltwise_unary/erfinv.h.
#pragma once

#include "api/compute/eltwise_unary/erfinv.h"
