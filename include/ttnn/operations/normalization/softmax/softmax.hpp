// Softmax along a dimension, with a scale and a mask in front of it or without.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/normalization/softmax/device/softmax_operation_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// BFLOAT16, FLOAT32 and BFLOAT8_B, computed in 32 bits. Exponentials are approximate only if the
// configuration is given and says so. A form that is not numerically stable overflows where
// exponentials of the numbers themselves do.
Tensor softmax(const Tensor& input_tensor, int dim = -1,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
               bool numeric_stable = true);
Tensor softmax_in_place(
    const Tensor& input_tensor, int dim = -1,
    const SoftmaxProgramConfig& program_config = SoftmaxDefaultProgramConfig{},
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    bool numeric_stable = true);

// softmax(scale * x + mask) along the last dimension. A causal mask has a row for each of the
// numbers, another one has a row for all.
Tensor scale_mask_softmax(
    const Tensor& input_tensor, std::optional<float> scale = std::nullopt,
    const std::optional<const Tensor>& mask = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt, bool is_causal_mask = false,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    bool numeric_stable = true);
Tensor scale_mask_softmax_in_place(
    const Tensor& input_tensor, std::optional<float> scale = std::nullopt,
    const std::optional<const Tensor>& mask = std::nullopt,
    const SoftmaxProgramConfig& program_config = SoftmaxDefaultProgramConfig{},
    bool is_causal_mask = false,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    bool numeric_stable = false);

// The mask is causal and the same for all but the last two dimensions.
Tensor scale_causal_mask_hw_dims_softmax_in_place(
    const Tensor& input_tensor, std::optional<float> scale = std::nullopt,
    const std::optional<const Tensor>& mask = std::nullopt,
    const SoftmaxProgramConfig& program_config = SoftmaxDefaultProgramConfig{},
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    bool numeric_stable = false);

}  // namespace ttnn
