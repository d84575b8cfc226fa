// Rotary embedding with halves of heads, whose tables are given for each token.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// x cos + rotate_half(x) sin. Prefill: x [b, heads, s, d], tables [1, 1, s, d]. Decode: x [1,
// users, heads, d], tables [1, users, 32 or 1, d].
Tensor rotary_embedding_hf(
    const Tensor& input_tensor, const Tensor& cos_cache, const Tensor& sin_cache,
    bool is_decode_mode, const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::experimental
