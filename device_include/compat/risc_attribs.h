// Another path to internal/risc_attribs.h.
#pragma once

#include "internal/risc_attribs.h"
