// The path of 2025 to api/compute/common.h.
#pragma once

#include "api/compute/common.h"
