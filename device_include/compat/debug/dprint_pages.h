// The path of 2025 to api/debug/dprint_pages.h.
#pragma once

#include "api/debug/dprint_pages.h"
