// scatter of rows, as TOSA has it.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// [N, K, C] with rows index[n, w] replaced by those of the source, [N, W, C].
Tensor tosa_scatter(const Tensor& input_tensor, const Tensor& index_tensor,
                    const Tensor& source_tensor,
                    const std::optional<MemoryConfig>& output_memory_config = std::nullopt);

}  // namespace ttnn
