// Another path to api/compute/eltwise_unary/rdiv.h.
#pragma once

#include "api/compute/eltwise_unary/rdiv.h"
