// Exponential moving averages.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Along the last dimension: each result is alpha of the one before and 1 - alpha of the element;
// before the first there is 0. BFLOAT16 in tiles, shape [1, B, C, T].
Tensor ema(const Tensor& input_tensor, const float& alpha,
           std::optional<Tensor> optional_out = std::nullopt,
           std::optional<CoreGrid> core_grid = std::nullopt,
           const std::optional<MemoryConfig>& memory_config = std::nullopt,
           std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn
