// Where the greatest elements are.
#pragma once

#include <optional>

#include "ttnn/types.hpp"

namespace ttnn {

// The place along a dimension, or in the whole tensor without one, of the first of the greatest
// elements: UINT32 in ROW_MAJOR. BFLOAT16, FLOAT32, INT32, UINT32 and UINT16.
Tensor argmax(const Tensor& input_tensor, std::optional<int> dim = std::nullopt,
              bool keepdim = false,
              const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
              const std::optional<MemoryConfig>& memory_config = std::nullopt,
              std::optional<Tensor> optional_output_tensor = std::nullopt);

}  // namespace ttnn
