// Weights and biases as transposed convolutions use them.
#pragma once

#include "ttnn/operations/conv/conv2d/prepare_conv2d_weights.hpp"

namespace ttnn::operations::conv::conv_transpose2d {

// Weights in the format "IOHW", turned around unless mirror_kernel is false.
Tensor prepare_conv_transpose2d_weights(
    const Tensor& weight_tensor, MemoryConfig input_memory_config, Layout input_layout,
    const std::string& weights_format, std::uint32_t in_channels, std::uint32_t out_channels,
    std::uint32_t batch_size, std::uint32_t input_height, std::uint32_t input_width,
    std::array<std::uint32_t, 2> kernel_size, std::array<std::uint32_t, 2> stride,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding,
    std::array<std::uint32_t, 2> output_padding, std::array<std::uint32_t, 2> dilation,
    bool has_bias, std::uint32_t groups, MeshDevice* device, DataType input_dtype,
    const std::optional<const DataType>& output_dtype = std::nullopt,
    const std::optional<const Conv2dConfig>& conv_config = std::nullopt,
    const std::optional<const DeviceComputeKernelConfig>& compute_config = std::nullopt,
    const std::optional<const Conv2dSliceConfig>& dram_slice_config = std::nullopt,
    bool mirror_kernel = true);

using conv2d::prepare_conv_bias;
constexpr auto prepare_conv_transpose2d_bias = &prepare_conv_bias;

}  // namespace ttnn::operations::conv::conv_transpose2d
