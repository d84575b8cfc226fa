// Another path to ironbird/noc_waits.h.
#pragma once

#include "ironbird/noc_waits.h"
