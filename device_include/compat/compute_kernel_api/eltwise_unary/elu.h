// Another path to api/compute/eltwise_unary/elu.h.
#pragma once

#include "api/compute/eltwise_unary/elu.h"
