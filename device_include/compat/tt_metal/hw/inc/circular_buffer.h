// Another path to internal/circular_buffer_interface.h.
#pragma once

#include "internal/circular_buffer_interface.h"
