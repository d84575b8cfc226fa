// Rotary embedding of queries and keys at once.
#pragma once

#include <optional>
#include <tuple>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// Decode: q and k [1, users, heads, d] on cores of their own; tables [1, 2 users, 32, d], those of
// q first.
std::tuple<Tensor, Tensor> rotary_embedding_llama_fused_qk(
    const Tensor& q_input_tensor, const Tensor& k_input_tensor, const Tensor& cos_cache,
    const Tensor& sin_cache, const Tensor& trans_mat,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::experimental
