// Another path to api/compute/eltwise_unary/sqrt.h.
#pragma once

#include "api/compute/eltwise_unary/sqrt.h"
