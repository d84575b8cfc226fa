// Another path to api/compute/bcast.h.
#pragma once

#include "api/compute/bcast.h"
