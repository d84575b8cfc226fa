// When a tensor has another shape without an element moving.
#pragma once

#include "ttnn/tensor/tensor.hpp"

namespace ttnn::core {

bool is_view(const Tensor& tensor, const tt::tt_metal::Shape& shape);

}  // namespace ttnn::core
