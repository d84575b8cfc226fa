// Random numbers of mean 0 and deviation 1.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor randn(const Shape& shape, MeshDevice& device, DataType dtype = DataType::BFLOAT16,
             Layout layout = Layout::TILE, const MemoryConfig& memory_config = DRAM_MEMORY_CONFIG,
             const std::optional<DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt,
             std::optional<std::uint32_t> seed = std::nullopt);

}  // namespace ttnn
