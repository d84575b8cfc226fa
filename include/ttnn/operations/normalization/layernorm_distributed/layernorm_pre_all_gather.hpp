// What a device has to tell the others before rows that are spread over them can be normalised.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/normalization/layernorm/device/layernorm_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// A tile of sums of squares and a tile of sums, each in its first column, of the rows of this
// device. Of a sharded tensor: means, then means of squares; a residual is added to the input
// itself.
Tensor layer_norm_pre_all_gather(
    const Tensor& input_tensor, DataType dtype = DataType::BFLOAT16,
    const std::optional<const Tensor>& residual_input_tensor = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const prim::LayerNormProgramConfig>& program_config = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<const Tensor>& recip_tensor = std::nullopt,
    bool fast_and_approximate_mode = false);

}  // namespace ttnn
