// Another path to api/compute/mask.h.
#pragma once

#include "api/compute/mask.h"
