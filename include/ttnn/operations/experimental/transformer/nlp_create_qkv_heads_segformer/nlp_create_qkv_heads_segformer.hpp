// Heads of 32 of one projection.
#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, heads 32] into [b, heads, s, 32], three times the same.
std::tuple<Tensor, Tensor, Tensor> nlp_create_qkv_heads_segformer(
    const Tensor& input_tensor_q, const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors =
        std::nullopt);

}  // namespace ttnn::experimental
