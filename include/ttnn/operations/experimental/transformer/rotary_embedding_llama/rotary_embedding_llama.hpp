// Rotary embedding with pairs of neighbours.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// x cos + (x t) sin, where t is a matrix of one tile that swaps neighbours. Prefill: x [b, heads,
// s, d], tables [1, 1 or heads, s, d]. Decode: x [1, users, heads, d], a user on each core, tables
// [1, users, 32, d] alike.
Tensor rotary_embedding_llama(
    const Tensor& input_tensor, const Tensor& cos_cache, const Tensor& sin_cache,
    const Tensor& trans_mat, bool is_decode_mode = false,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::experimental
