// Another path to api/compute/common_globals.h.
#pragma once

#include "api/compute/common_globals.h"
