// The same with keys and values in a tensor of their own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, heads d] and [b, 1, s, 2 kv heads d], the latter a key and a value for each kv head.
std::tuple<Tensor, Tensor, Tensor> create_qkv_heads_from_separate_tensors(
    const Tensor& input_tensor, const Tensor& input_tensor_kv, std::uint32_t num_q_heads,
    std::optional<std::uint32_t> num_kv_heads, bool transpose_k_heads,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<std::array<Tensor, 3>>& optional_output_tensors = std::nullopt);

}  // namespace ttnn::experimental
