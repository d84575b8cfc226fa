// With another dimension of size 1.
#pragma once

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor unsqueeze(const Tensor& input_tensor, int dim);

}  // namespace ttnn
