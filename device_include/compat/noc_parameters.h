// The path of 2025 to noc/noc_parameters.h.
#pragma once

#include "noc/noc_parameters.h"
