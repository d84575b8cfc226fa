// Without dimensions of size 1.
#pragma once

#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Dimensions of another size stay.
Tensor squeeze(const Tensor& input_tensor, const ttsl::SmallVector<int>& dim);
Tensor squeeze(const Tensor& input_tensor, int dim);
Tensor squeeze(const Tensor& input_tensor);  // all of them

}  // namespace ttnn
