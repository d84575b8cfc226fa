// Another path to api/debug/dprint_tensix.h.
#pragma once

#include "api/debug/dprint_tensix.h"
