// Tiles into rows.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Without padding. Block floats become bfloat16.
Tensor untilize(const Tensor& input_tensor,
                const std::optional<MemoryConfig>& memory_config = std::nullopt,
                bool use_multicore = true,
                const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn
