// Another path to api/compute/logsigmoid.h.
#pragma once

#include "api/compute/logsigmoid.h"
