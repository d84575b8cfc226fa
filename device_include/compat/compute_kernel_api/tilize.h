// Another path to api/compute/tilize.h.
#pragma once

#include "api/compute/tilize.h"
