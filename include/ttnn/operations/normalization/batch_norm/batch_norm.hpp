// Normalisation of each channel over a batch.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// (x - mean) / sqrt(variance + eps) * weight + bias for each place of the second of four
// dimensions. Training takes mean and variance from the batch and moves the running ones towards
// them, in place; otherwise the running ones are taken. All of them have the shape [1, C, 1, 1].
Tensor batch_norm(
    const Tensor& input, std::optional<Tensor> running_mean = std::nullopt,
    std::optional<Tensor> running_var = std::nullopt, bool training = false, float eps = 1e-5f,
    float momentum = 0.1f, const std::optional<Tensor>& weight = std::nullopt,
    const std::optional<Tensor>& bias = std::nullopt,
    const std::optional<Tensor>& output = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt);

}  // namespace ttnn
