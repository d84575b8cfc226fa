// Another path to api/compute/situ_glu.h.
#pragma once

#include "api/compute/situ_glu.h"
