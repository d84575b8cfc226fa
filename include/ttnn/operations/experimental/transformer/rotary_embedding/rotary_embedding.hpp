// Rotary embedding with halves of heads.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// x cos + rotate_half(x) sin. x [b, heads, s, d], cos and sin [1, 1, s or more, d]; with a token
// index x is [s, 1, users, d] and all of it is turned as that token.
Tensor rotary_embedding(
    const Tensor& input_tensor, const Tensor& cos_cache, const Tensor& sin_cache,
    std::optional<std::uint32_t> token_index = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::experimental
