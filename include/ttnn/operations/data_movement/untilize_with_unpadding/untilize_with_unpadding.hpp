// Tiles into rows, without what lies behind a place.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// The last index of every dimension.
Tensor untilize_with_unpadding(const Tensor& input_tensor, const Shape& output_tensor_end,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt,
                               bool use_multicore = true,
                               const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn
