// Another path to api/compute/eltwise_unary/addcdiv.h.
#pragma once

#include "api/compute/eltwise_unary/addcdiv.h"
