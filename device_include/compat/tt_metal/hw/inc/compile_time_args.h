// Another path to api/compile_time_args.h.
#pragma once

#include "api/compile_time_args.h"
