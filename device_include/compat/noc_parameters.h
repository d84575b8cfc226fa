// Another path to noc/noc_parameters.h.
#pragma once

#include "noc/noc_parameters.h"
