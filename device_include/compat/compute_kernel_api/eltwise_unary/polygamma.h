// Another path to api/compute/eltwise_unary/polygamma.h.
#pragma once

#include "api/compute/eltwise_unary/polygamma.h"
