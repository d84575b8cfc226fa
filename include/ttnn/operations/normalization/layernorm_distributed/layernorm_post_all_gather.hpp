// Rows that are spread over devices, normalised with what all of them told.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/normalization/layernorm/device/layernorm_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// The statistics of all devices side by side along the last dimension.
Tensor layer_norm_post_all_gather(
    const Tensor& input_tensor, const Tensor& stats, float epsilon = 1e-12f,
    const std::optional<const Tensor>& weight = std::nullopt,
    const std::optional<const Tensor>& bias = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const prim::LayerNormProgramConfig>& program_config = std::nullopt,
    const std::optional<const DataType>& dtype = std::nullopt);

}  // namespace ttnn
