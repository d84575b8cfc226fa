// Another path to api/compute/isclose.h.
#pragma once

#include "api/compute/isclose.h"
