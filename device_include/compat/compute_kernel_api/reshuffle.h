// Another path to api/compute/reshuffle.h.
#pragma once

#include "api/compute/reshuffle.h"
