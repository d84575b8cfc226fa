// Another path to api/compute/eltwise_unary/identity.h.
#pragma once

#include "api/compute/eltwise_unary/identity.h"
