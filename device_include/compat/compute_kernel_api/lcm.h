// Another path to api/compute/lcm.h.
#pragma once

#include "api/compute/lcm.h"
