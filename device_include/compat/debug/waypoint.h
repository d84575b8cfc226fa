// The path of 2025 to api/debug/waypoint.h.
#pragma once

#include "api/debug/waypoint.h"
