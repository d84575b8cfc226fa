// Another path to api/compute/eltwise_unary/lerp.h.
#pragma once

#include "api/compute/eltwise_unary/lerp.h"
