// Another path to api/numeric/float32.h.
#pragma once

#include "api/numeric/float32.h"
