// Another path to api/compute/eltwise_unary/mac.h.
#pragma once

#include "api/compute/eltwise_unary/mac.h"
