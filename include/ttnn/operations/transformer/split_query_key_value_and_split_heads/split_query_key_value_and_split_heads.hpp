// Projections into the heads of queries, keys and values.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "ttnn/types.hpp"

namespace ttnn::transformer {

// [b, s, (heads + 2 kv heads) d] into q [b, heads, s, d], k [b, kv heads, s, d] or, transposed,
// [b, kv heads, d, s], and v. With a tensor for keys and values the first holds queries alone.
std::tuple<Tensor, Tensor, Tensor> split_query_key_value_and_split_heads(
    const Tensor& input_tensor, const std::optional<Tensor>& input_tensor_kv,
    std::uint32_t num_heads, std::optional<std::uint32_t> num_kv_heads, bool transpose_key,
    const std::optional<MemoryConfig>& memory_config, bool use_falcon7b_backend = false);

}  // namespace ttnn::transformer
