// Another path to api/compute/eltwise_unary/comp.h.
#pragma once

#include "api/compute/eltwise_unary/comp.h"
