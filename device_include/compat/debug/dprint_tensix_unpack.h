// Another path to api/debug/dprint_tensix_unpack.h.
#pragma once

#include "api/debug/dprint_tensix_unpack.h"
