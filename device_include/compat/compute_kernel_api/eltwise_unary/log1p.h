// Another path to api/compute/eltwise_unary/log1p.h.
#pragma once

#include "api/compute/eltwise_unary/log1p.h"
