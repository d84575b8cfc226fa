// The path of 2025 to api/debug/pause.h.
#pragma once

#include "api/debug/pause.h"
