// Another path to api/debug/pause.h.
#pragma once

#include "api/debug/pause.h"
