// What every compute kernel has: arguments, circular buffers, the frame of three processors.
#pragma once

#include "api/compile_time_args.h"
#include "api/compute/cb_api.h"
#include "api/compute/common_globals.h"
#include "api/debug/assert.h"
#include "api/debug/waypoint.h"
#include "ironbird/arguments.h"
#include "ironbird/cb_formats.h"
