// Another path to api/compute/eltwise_unary/selu.h.
#pragma once

#include "api/compute/eltwise_unary/selu.h"
