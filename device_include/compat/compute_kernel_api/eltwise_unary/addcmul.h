// Another path to api/compute/eltwise_unary/addcmul.h.
#pragma once

#include "api/compute/eltwise_unary/addcmul.h"
