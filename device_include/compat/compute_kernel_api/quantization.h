// Another path to api/compute/quantization.h.
#pragma once

#include "api/compute/quantization.h"
