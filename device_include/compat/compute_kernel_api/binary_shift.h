// Another path to api/compute/binary_shift.h.
#pragma once

#include "api/compute/binary_shift.h"
