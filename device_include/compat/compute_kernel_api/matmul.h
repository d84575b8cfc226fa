// Another path to api/compute/matmul.h.
#pragma once

#include "api/compute/matmul.h"
