// Another path to api/compute/eltwise_unary/hardmish.h.
#pragma once

#include "api/compute/eltwise_unary/hardmish.h"
