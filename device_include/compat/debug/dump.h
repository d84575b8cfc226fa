// Another path to api/debug/dump.h.
#pragma once

#include "api/debug/dump.h"
