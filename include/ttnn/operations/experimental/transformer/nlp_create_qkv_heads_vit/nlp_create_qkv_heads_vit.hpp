// Projections into 12 heads of 64.
#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, 2304] into q, k and v [b, 12, s, 64].
std::tuple<Tensor, Tensor, Tensor> nlp_create_qkv_heads_vit(
    const Tensor& input_tensor_q, const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors =
        std::nullopt);

}  // namespace ttnn::experimental
