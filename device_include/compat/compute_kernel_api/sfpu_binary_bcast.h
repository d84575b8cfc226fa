// Another path to api/compute/sfpu_binary_bcast.h.
#pragma once

#include "api/compute/sfpu_binary_bcast.h"
