// Tokens of a cache.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [b, heads, tokens, d]: those from seq_len_start to before seq_len_end, a head on each core.
Tensor nlp_kv_cache_load_slice(const Tensor& input_tensor, std::uint32_t seq_len_start,
                               std::uint32_t seq_len_end,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt,
                               const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn::experimental
