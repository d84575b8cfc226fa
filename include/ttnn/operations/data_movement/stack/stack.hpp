// Tensors one behind another along a new dimension.
#pragma once

#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor stack(const std::vector<Tensor>& input_tensors, int dim);

}  // namespace ttnn
