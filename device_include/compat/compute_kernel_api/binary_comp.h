// Another path to api/compute/binary_comp.h.
#pragma once

#include "api/compute/binary_comp.h"
