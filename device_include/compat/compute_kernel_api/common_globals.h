// The path of 2025 to api/compute/common_globals.h.
#pragma once

#include "api/compute/common_globals.h"
