// Another path to api/compute/transpose.h.
#pragma once

#include "api/compute/transpose.h"
