// Another path to api/compute/eltwise_unary/remainder.h.
#pragma once

#include "api/compute/eltwise_unary/remainder.h"
