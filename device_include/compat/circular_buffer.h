// The path of 2025 to internal/circular_buffer_interface.h.
#pragma once

#include "internal/circular_buffer_interface.h"
