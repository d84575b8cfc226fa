// Another path to ironbird/llk/unpack.h.
#pragma once

#include "ironbird/llk/unpack.h"
