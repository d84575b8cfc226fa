// Another path to ironbird/llk/sfpu.h.
#pragma once

#include "ironbird/llk/sfpu.h"
