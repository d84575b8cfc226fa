// Another path to api/compute/reconfig_data_format.h.
#pragma once

#include "api/compute/reconfig_data_format.h"
