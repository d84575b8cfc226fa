// Another path to ironbird/llk/sync.h.
#pragma once

#include "ironbird/llk/sync.h"
