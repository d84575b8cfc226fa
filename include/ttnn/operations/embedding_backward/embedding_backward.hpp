// The gradient of a table from that of what was looked up.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// As many rows as the weights have: the sum of the gradients of all places that looked a row up.
Tensor embedding_bw(const Tensor& input_tensor, const Tensor& weight_tensor,
                    const Tensor& output_gradient_tensor,
                    std::optional<const DataType> dtype = std::nullopt,
                    const std::optional<MemoryConfig>& memory_config = std::nullopt,
                    const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn
