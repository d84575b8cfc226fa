// Another path to api/compute/eltwise_unary/threshold.h.
#pragma once

#include "api/compute/eltwise_unary/threshold.h"
