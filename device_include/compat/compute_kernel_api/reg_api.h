// Another path to api/compute/reg_api.h.
#pragma once

#include "api/compute/reg_api.h"
