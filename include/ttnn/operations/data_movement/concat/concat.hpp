// Tensors one behind another.
#pragma once

#include <optional>
#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Along a dimension; all others are alike. With groups, every tensor is cut into so many parts, and
// the first parts come first.
Tensor concat(const std::vector<Tensor>& input_tensors, int dim,
              const std::optional<MemoryConfig>& memory_config = std::nullopt,
              const std::optional<Tensor>& optional_output_tensor = std::nullopt,
              unsigned int groups = 1,
              const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn
