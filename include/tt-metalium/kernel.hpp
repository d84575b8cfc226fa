// Kernel configurations under the header name of 2025.
#pragma once

#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/runtime_args_data.hpp>
