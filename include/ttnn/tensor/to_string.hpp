// Tensors as text.
#pragma once

#include <string>

#include "ttnn/tensor/tensor.hpp"

namespace ttnn {

std::string to_string(const Tensor& tensor);

}  // namespace ttnn
