// The path of 2025 to internal/risc_attribs.h.
#pragma once

#include "internal/risc_attribs.h"
