// Another path to api/compute/softmax.h.
#pragma once

#include "api/compute/softmax.h"
