// A value for what tiles hold beyond a tensor.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor fill_implicit_tile_padding(const Tensor& input_tensor, PadValue fill_value,
                                  const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn
