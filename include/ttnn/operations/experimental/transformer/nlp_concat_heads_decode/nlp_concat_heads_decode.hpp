// Heads of one token for each user side by side.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [1, users, heads or more, d], a user on each core, into [1, 1, users, heads d], a head on each
// core: width-sharded.
Tensor nlp_concat_heads_decode(const Tensor& input_tensor, std::uint32_t num_heads,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt,
                               const std::optional<Tensor>& optional_output_tensor = std::nullopt,
                               const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn::experimental
