// Another path to api/compute/welford.h.
#pragma once

#include "api/compute/welford.h"
