// Another path to api/debug/waypoint.h.
#pragma once

#include "api/debug/waypoint.h"
