// The path of 2025 to internal/mod_div_lib.h.
#pragma once

#include "internal/mod_div_lib.h"
