// Another path to internal/firmware_common.h.
#pragma once

#include "internal/firmware_common.h"
