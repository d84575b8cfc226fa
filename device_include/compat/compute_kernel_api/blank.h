// The path of 2025 to api/compute/blank.h.
#pragma once

#include "api/compute/blank.h"
