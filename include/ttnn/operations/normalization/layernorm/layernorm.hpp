// Normalisation of rows by their mean and deviation.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/normalization/layernorm/device/layernorm_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

DeviceComputeKernelConfig layernorm_default_compute_config(tt::ARCH arch);

// (x - mean) / sqrt(variance + epsilon) * weight + bias along the last dimension, where x is the
// input plus the residual. Computed in 32 bits whatever the configuration says.
Tensor layer_norm(
    const Tensor& input_tensor, float epsilon = 1e-12f,
    const std::optional<const Tensor>& weight = std::nullopt,
    const std::optional<const Tensor>& bias = std::nullopt,
    const std::optional<const Tensor>& residual_input_tensor = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<const prim::LayerNormProgramConfig>& program_config = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const Tensor>& recip_tensor = std::nullopt);

}  // namespace ttnn
