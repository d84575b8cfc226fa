// The path of 2025 to ironbird/noc_waits.h.
#pragma once

#include "ironbird/noc_waits.h"
