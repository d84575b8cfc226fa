// Another path to api/compute/eltwise_unary/i1.h.
#pragma once

#include "api/compute/eltwise_unary/i1.h"
