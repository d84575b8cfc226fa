// Projections into heads, with keys transposed.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, 1, s, 3 heads d] into q [b, heads, s, d], k [b, heads, d, s] and v.
std::tuple<Tensor, Tensor, Tensor> split_query_key_value_and_split_heads(
    const Tensor& input_tensor, const CoreCoord& compute_with_storage_grid_size,
    const std::optional<MemoryConfig>& memory_config = std::nullopt, std::uint32_t num_heads = 16,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors =
        std::nullopt);

}  // namespace ttnn::experimental
