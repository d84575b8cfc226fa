// Another path to api/numeric/bfloat16.h.
#pragma once

#include "api/numeric/bfloat16.h"
