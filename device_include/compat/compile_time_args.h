// The path of 2025 to api/compile_time_args.h.
#pragma once

#include "api/compile_time_args.h"
