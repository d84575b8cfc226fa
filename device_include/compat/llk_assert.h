// Assertions below the API, with the same switch as those of kernels.
#pragma once

#include "api/debug/assert.h"

#define LLK_ASSERT(condition, message) ASSERT(condition)
