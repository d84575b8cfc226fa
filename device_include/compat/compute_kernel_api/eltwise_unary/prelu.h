// Another path to api/compute/eltwise_unary/prelu.h.
#pragma once

#include "api/compute/eltwise_unary/prelu.h"
