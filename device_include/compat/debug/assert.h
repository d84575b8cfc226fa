// Another path to api/debug/assert.h.
#pragma once

#include "api/debug/assert.h"
