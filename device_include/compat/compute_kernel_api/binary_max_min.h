// Another path to api/compute/binary_max_min.h.
#pragma once

#include "api/compute/binary_max_min.h"
