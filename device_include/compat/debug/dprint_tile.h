// Another path to api/debug/dprint_tile.h.
#pragma once

#include "api/debug/dprint_tile.h"
