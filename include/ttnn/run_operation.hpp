// operation::run by the name that it had in 2025, with the rounding that operations of then use.
#pragma once

#include <tt-metalium/tilize_utils.hpp>

#include "ttnn/operation.hpp"
