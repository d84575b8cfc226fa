// Another path to api/debug/dprint_pages.h.
#pragma once

#include "api/debug/dprint_pages.h"
