// Projections whose groups hold queries, keys and values of some heads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, (heads + 2 kv heads) d]: for each kv head its queries, its key and its value side by
// side, as weights are laid out for block-sharded tensors. q [b, heads, s, d], k, transposed on
// demand, and v.
std::tuple<Tensor, Tensor, Tensor> create_qkv_heads(
    const Tensor& input_tensor, std::uint32_t num_q_heads,
    std::optional<std::uint32_t> num_kv_heads, bool transpose_k_heads,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<std::array<Tensor, 3>> optional_output_tensors = std::nullopt);

}  // namespace ttnn::experimental
