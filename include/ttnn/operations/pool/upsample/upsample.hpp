// Images made larger.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {
namespace operations::upsample {

// [N, H, W, C] in ROW_MAJOR or TILE; mode "nearest" with any factor, "bilinear" with whole ones,
// pixels taken by their centres as torch does without align_corners.
Tensor upsample(
    const Tensor& input_tensor,
    std::variant<int, std::array<int, 2>, float, std::array<float, 2>> scale_factor,
    const std::string& mode = "nearest",
    const std::optional<MemoryConfig>& output_mem_config = std::nullopt,
    const std::optional<DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt);

}  // namespace operations::upsample

using operations::upsample::upsample;

}  // namespace ttnn
