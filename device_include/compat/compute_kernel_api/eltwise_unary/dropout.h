// Another path to api/compute/eltwise_unary/dropout.h.
#pragma once

#include "api/compute/eltwise_unary/dropout.h"
