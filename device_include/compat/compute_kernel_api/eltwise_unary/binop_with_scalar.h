// Another path to api/compute/eltwise_unary/binop_with_scalar.h.
#pragma once

#include "api/compute/eltwise_unary/binop_with_scalar.h"
