// Another path to api/compute/eltwise_unary/exp.h.
#pragma once

#include "api/compute/eltwise_unary/exp.h"
