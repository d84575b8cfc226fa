// Another path to api/numeric/int32.h.
#pragma once

#include "api/numeric/int32.h"
