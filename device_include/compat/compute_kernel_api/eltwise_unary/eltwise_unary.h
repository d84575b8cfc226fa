// Another path to api/compute/eltwise_unary/eltwise_unary.h.
#pragma once

#include "api/compute/eltwise_unary/eltwise_unary.h"
