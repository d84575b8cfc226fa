// One tensor of a mesh from those of its parts of one device each, and back. The memory is the
// same.
#pragma once

#include <vector>

#include "ttnn/tensor/tensor.hpp"

namespace ttnn::experimental::unit_mesh {

// Tensors of all parts, in the order of the mesh, with one spec and one address.
Tensor aggregate(const std::vector<Tensor>& tensors);
std::vector<Tensor> disaggregate(const Tensor& tensor);

}  // namespace ttnn::experimental::unit_mesh
