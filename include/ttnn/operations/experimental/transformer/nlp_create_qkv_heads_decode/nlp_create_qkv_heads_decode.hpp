// Projections of one token for each user into heads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [1, 1, users, (heads + 2 kv heads) d] into q [1, users, heads, d], k and v: a user on each core,
// height-sharded. overlap_qk_coregrid: q and k lie on the same cores. With a batch offset so many
// users, slice_size, from there on.
std::tuple<Tensor, Tensor, Tensor> nlp_create_qkv_heads_decode(
    const Tensor& input_tensor, std::uint32_t num_heads,
    std::optional<const std::uint32_t> num_kv_heads,
    std::optional<std::array<Tensor, 3>>& optional_output_tensors,
    std::optional<const bool> overlap_qk_coregrid = true,
    const std::optional<const Tensor>& batch_offset = std::nullopt,
    std::optional<const std::uint32_t> slice_size = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::experimental
