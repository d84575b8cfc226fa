// Projections into heads, as models of language use them.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, (heads + 2 kv heads) d] into q [b, heads, s, d], k, transposed on demand, and v. With a
// tensor for keys and values the first holds queries alone. kv_tied: v is k, and is not stored
// twice.
std::tuple<Tensor, Tensor, Tensor> nlp_create_qkv_heads(
    const Tensor& input_tensor_q, const std::optional<Tensor>& input_tensor_kv,
    std::uint32_t num_q_heads, std::optional<std::uint32_t> num_kv_heads, bool transpose_k_heads,
    bool kv_tied = false, const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors =
        std::nullopt);

}  // namespace ttnn::experimental
