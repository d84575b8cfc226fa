// What every compute kernel has: arguments, circular buffers, Dst, pack, formats.
#pragma once

#include "api/compile_time_args.h"
#include "api/compute/cb_api.h"
#include "api/compute/common_globals.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reg_api.h"
#include "api/debug/assert.h"
#include "api/debug/waypoint.h"
#include "ironbird/arguments.h"
#include "ironbird/cb_formats.h"
#include "ironbird/llk/math.h"
#include "ironbird/llk/operands.h"
#include "ironbird/llk/pack.h"
#include "ironbird/llk/sfpu.h"
#include "ironbird/llk/unpack.h"
