// Another path to api/compute/pack_untilize.h.
#pragma once

#include "api/compute/pack_untilize.h"
