// Products of attention in decode: every user has a matrix of its own.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [1, heads, users, k] times [users, 1, k, n]: [1, heads, users, n].
Tensor attn_matmul(
    const Tensor& input_tensor_a, const Tensor& input_tensor_b,
    const CoreCoord& compute_with_storage_grid_size,
    std::optional<const DataType> output_dtype = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<Tensor> optional_output_tensor = std::nullopt);

// The same with the first num_tokens tokens of a cache [users, 1, tokens, d]: as k, or, transposed,
// as n.
Tensor attn_matmul_from_cache(
    const Tensor& input_tensor_a, const Tensor& input_tensor_b, std::uint32_t num_tokens,
    bool transpose_hw, const CoreCoord& compute_with_storage_grid_size,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<const DataType> dtype = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    std::optional<Tensor> optional_output_tensor = std::nullopt);

}  // namespace ttnn::experimental
