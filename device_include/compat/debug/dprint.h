// Another path to api/debug/dprint.h, with the names that went with it in 2025.
#pragma once

#include "api/debug/dprint.h"

using ironbird::print::RAISE;
using ironbird::print::WAIT;
