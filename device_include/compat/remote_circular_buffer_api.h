// Another path to api/remote_circular_buffer.h.
#pragma once

#include "api/remote_circular_buffer.h"
