// A tensor combined with one that has one row, one column or one element.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/operations/data_movement/bcast/bcast_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// The old form of add, subtract and multiply, which broadcast by themselves.
Tensor bcast(const Tensor& input_tensor_a, const Tensor& input_tensor_b, BcastOpMath bcast_op,
             BcastOpDim bcast_dim, const std::optional<MemoryConfig>& memory_config = std::nullopt,
             const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn
