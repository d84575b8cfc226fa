// Another path to api/compute/xlogy.h.
#pragma once

#include "api/compute/xlogy.h"
