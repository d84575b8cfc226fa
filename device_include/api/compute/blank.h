// For compute kernels that do nothing.
#pragma once

#include "api/compute/common_globals.h"
