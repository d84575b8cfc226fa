// Heads side by side.
#pragma once

#include <optional>

#include "ttnn/types.hpp"

namespace ttnn::transformer {

// [b, heads, s, d] into [b, s, heads d].
Tensor concatenate_heads(const Tensor& input_tensor,
                         const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::transformer
