// Another path to api/compute/cumsum.h.
#pragma once

#include "api/compute/cumsum.h"
