// Another path to api/debug/ring_buffer.h.
#pragma once

#include "api/debug/ring_buffer.h"
