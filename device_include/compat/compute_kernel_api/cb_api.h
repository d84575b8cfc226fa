// Another path to api/compute/cb_api.h.
#pragma once

#include "api/compute/cb_api.h"
