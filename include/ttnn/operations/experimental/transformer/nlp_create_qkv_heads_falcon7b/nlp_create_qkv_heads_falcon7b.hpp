// Projections into 71 heads of 64 for queries and one for keys and values.
#pragma once

#include <optional>
#include <tuple>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, 4672] into q [b, 71, s, 64], k and v [b, 1, s, 64].
std::tuple<Tensor, Tensor, Tensor> nlp_create_qkv_heads_falcon7b(
    const Tensor& input_tensor_q, const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::experimental
