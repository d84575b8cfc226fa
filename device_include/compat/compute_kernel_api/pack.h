// Another path to api/compute/pack.h.
#pragma once

#include "api/compute/pack.h"
