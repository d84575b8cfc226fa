// Another path to internal/mod_div_lib.h.
#pragma once

#include "internal/mod_div_lib.h"
