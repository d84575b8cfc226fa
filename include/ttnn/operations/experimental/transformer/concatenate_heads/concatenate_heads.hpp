// Heads side by side.
#pragma once

#include <optional>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, heads, s, d] into [b, 1, s, heads d].
Tensor concatenate_heads(const Tensor& input_tensor,
                         const CoreCoord& compute_with_storage_grid_size,
                         const std::optional<MemoryConfig>& memory_config = std::nullopt,
                         const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn::experimental
