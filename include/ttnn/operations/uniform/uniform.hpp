// A tensor overwritten by random numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor uniform(
    const Tensor& input, float from = 0.0f, float to = 1.0f, std::uint32_t seed = 0,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt);

}  // namespace ttnn
