// Another path to api/debug/dprint.h.
#pragma once

#include "api/debug/dprint.h"
