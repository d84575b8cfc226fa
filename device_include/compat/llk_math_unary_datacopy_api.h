// Another path to ironbird/llk/math.h.
#pragma once

#include "ironbird/llk/math.h"
