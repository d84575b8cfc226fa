// Another path to api/compute/atan2.h.
#pragma once

#include "api/compute/atan2.h"
