// Another path to ironbird/llk/pack.h.
#pragma once

#include "ironbird/llk/pack.h"
