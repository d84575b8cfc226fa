// Another path to api/compute/ema.h.
#pragma once

#include "api/compute/ema.h"
