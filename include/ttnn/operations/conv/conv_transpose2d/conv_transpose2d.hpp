// Transposed convolutions of images.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "ttnn/operations/conv/conv2d/conv2d.hpp"

namespace ttnn {

using ConvTranspose2dResultWithOptions = Conv2dResultWithOptions;

// As conv2d with weights [C, O / groups, kernel height, kernel width]; with mirror_kernel they are
// as torch has them, without it already turned around.
ConvTranspose2dResultWithOptions conv_transpose2d(
    const Tensor& input_tensor, const Tensor& weight_tensor, MeshDevice* device,
    std::uint32_t in_channels, std::uint32_t out_channels, std::uint32_t batch_size,
    std::uint32_t input_height, std::uint32_t input_width, std::array<std::uint32_t, 2> kernel_size,
    std::array<std::uint32_t, 2> stride = {1, 1},
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding =
        std::array<std::uint32_t, 4>{0, 0, 0, 0},
    std::array<std::uint32_t, 2> output_padding = {0, 0},
    std::array<std::uint32_t, 2> dilation = {1, 1}, std::uint32_t groups = 1,
    const std::optional<const DataType>& dtype = std::nullopt,
    const std::optional<const Tensor>& bias_tensor = std::nullopt,
    const std::optional<const Conv2dConfig>& conv_config = std::nullopt,
    const std::optional<const DeviceComputeKernelConfig>& compute_config = std::nullopt,
    const std::optional<const MemoryConfig>& memory_config = std::nullopt,
    const std::optional<const Conv2dSliceConfig>& dram_slice_config = std::nullopt,
    bool mirror_kernel = true, bool return_output_dim = false,
    bool return_weights_and_bias = false);

}  // namespace ttnn
