// Another path to api/compute/reduce_custom.h.
#pragma once

#include "api/compute/reduce_custom.h"
