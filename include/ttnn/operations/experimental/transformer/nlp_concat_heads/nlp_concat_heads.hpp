// Heads side by side.
#pragma once

#include <optional>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, heads, s, d] into [b, 1, s, heads d].
Tensor nlp_concat_heads(const Tensor& input_tensor,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::experimental
