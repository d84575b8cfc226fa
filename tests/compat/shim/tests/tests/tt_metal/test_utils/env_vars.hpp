// The same by the other path that upstream's tests have for it.
#pragma once

#include "tt_metal/test_utils/env_vars.hpp"
