// A tensor broadcast to a shape.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

namespace experimental {

Tensor broadcast_to(const Tensor& input, const Shape& output_shape,
                    const std::optional<MemoryConfig>& memory_config = std::nullopt,
                    const std::optional<Tensor>& output = std::nullopt);

}  // namespace experimental

}  // namespace ttnn
