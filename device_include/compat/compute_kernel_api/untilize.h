// Another path to api/compute/untilize.h.
#pragma once

#include "api/compute/untilize.h"
