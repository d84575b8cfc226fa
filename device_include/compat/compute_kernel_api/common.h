// Another path to api/compute/common.h.
#pragma once

#include "api/compute/common.h"
