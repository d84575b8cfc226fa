// The gradient of gelu.
#pragma once

#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"
