// The path of 2025 to api/debug/assert.h.
#pragma once

#include "api/debug/assert.h"
