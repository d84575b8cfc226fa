// Another path to api/debug/dprint_tensix_pack.h.
#pragma once

#include "api/debug/dprint_tensix_pack.h"
