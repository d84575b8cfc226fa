// The operations that layer normalisation uses.
#pragma once

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "api/compute/eltwise_unary/sqrt.h"
