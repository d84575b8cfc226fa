// Sums over the dimensions in front of the last two.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/span.hpp>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental::reduction {

// The dimensions stay, with an extent of 1.
Tensor fast_reduce_nc(
    const Tensor& input, ttsl::Span<const std::int32_t> dims,
    const std::optional<const Tensor>& output = std::nullopt,
    const MemoryConfig& memory_config = MemoryConfig{},
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
    const std::optional<DataType>& output_dtype = std::nullopt,
    bool fp32_intermediate_stages = false);

}  // namespace ttnn::experimental::reduction
