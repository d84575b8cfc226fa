// Another path to api/compute/blank.h.
#pragma once

#include "api/compute/blank.h"
