// What a device has to tell the others before rows that are spread over them can be normalised.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/normalization/layernorm/device/layernorm_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// A tile of sums of squares in its first column; of a sharded tensor, of means of squares.
Tensor rms_norm_pre_all_gather(
    const Tensor& input_tensor, DataType dtype = DataType::BFLOAT16,
    const std::optional<const Tensor>& residual_input_tensor = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const prim::LayerNormProgramConfig>& program_config = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<bool>& use_2d_core_grid = std::nullopt,
    bool fast_and_approximate_mode = false);

}  // namespace ttnn
