// Another path to api/compute/reduce.h.
#pragma once

#include "api/compute/reduce.h"
