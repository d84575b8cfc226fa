// A copy with memory of its own.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor clone(const Tensor& input, const std::optional<DataType>& dtype = std::nullopt,
             const std::optional<MemoryConfig>& memory_config = std::nullopt,
             const std::optional<DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt);

}  // namespace ttnn
