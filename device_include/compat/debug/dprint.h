// The path of 2025 to api/debug/dprint.h.
#pragma once

#include "api/debug/dprint.h"
