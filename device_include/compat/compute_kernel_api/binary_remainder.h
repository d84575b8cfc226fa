// Another path to api/compute/binary_remainder.h.
#pragma once

#include "api/compute/binary_remainder.h"
