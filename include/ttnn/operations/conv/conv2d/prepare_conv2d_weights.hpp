// Weights and biases as convolutions use them, so that it is done once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "ttnn/operations/conv/conv2d/conv2d.hpp"

namespace ttnn::operations::conv::conv2d {

// Weights in the format "OIHW". Channels, kernel, groups and the configuration's data type decide
// about the result; all else is taken because callers have it.
Tensor prepare_conv_weights(
    const Tensor& weight_tensor, const MemoryConfig& input_memory_config, Layout input_layout,
    const std::string& weights_format, std::uint32_t in_channels, std::uint32_t out_channels,
    std::uint32_t batch_size, std::uint32_t input_height, std::uint32_t input_width,
    std::array<std::uint32_t, 2> kernel_size, std::array<std::uint32_t, 2> stride,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding,
    std::array<std::uint32_t, 2> dilation, bool has_bias, std::uint32_t groups, MeshDevice* device,
    DataType input_dtype, const std::optional<const DataType>& output_dtype = std::nullopt,
    const std::optional<const Conv2dConfig>& conv_config = std::nullopt,
    const std::optional<const DeviceComputeKernelConfig>& compute_config = std::nullopt,
    const std::optional<const Conv2dSliceConfig>& dram_slice_config = std::nullopt);

Tensor prepare_conv_bias(
    const Tensor& bias_tensor, const MemoryConfig& input_memory_config, Layout input_layout,
    std::uint32_t in_channels, std::uint32_t out_channels, std::uint32_t batch_size,
    std::uint32_t input_height, std::uint32_t input_width, std::array<std::uint32_t, 2> kernel_size,
    std::array<std::uint32_t, 2> stride,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding,
    std::array<std::uint32_t, 2> dilation, std::uint32_t groups, MeshDevice* device,
    DataType input_dtype, const std::optional<const DataType>& output_dtype = std::nullopt,
    const std::optional<const Conv2dConfig>& conv_config = std::nullopt,
    const std::optional<const DeviceComputeKernelConfig>& compute_config = std::nullopt,
    const std::optional<const Conv2dSliceConfig>& dram_slice_config = std::nullopt);

}  // namespace ttnn::operations::conv::conv2d
