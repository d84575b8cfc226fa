// gather of rows, as TOSA has it.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn::tosa {

// Rows index[n, w] of [N, K, C] as [N, W, C].
Tensor gather(const Tensor& input_tensor, const Tensor& input_index_tensor,
              const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::tosa
