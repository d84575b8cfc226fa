// Convolutions of images.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <variant>

#include "ttnn/operations/conv/conv2d/device/conv2d_device_operation_types.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

using OutputHeight = std::uint32_t;
using OutputWidth = std::uint32_t;
using prim::Conv2dConfig;
using prim::Conv2dSliceConfig;

// The result, its height and width if they are asked for, weights and bias as they were prepared if
// those are.
using Conv2dResultWithOptions =
    std::variant<Tensor, std::tuple<Tensor, std::tuple<OutputHeight, OutputWidth>>,
                 std::tuple<Tensor, std::tuple<Tensor, std::optional<Tensor>>>,
                 std::tuple<Tensor, std::tuple<OutputHeight, OutputWidth>,
                            std::tuple<Tensor, std::optional<Tensor>>>>;

// Images [1, 1, N * H * W, C] or [N, H, W, C], on the device or the host; weights [O, C / groups,
// kernel height, kernel width], or what prepare_conv_weights made of them; bias of O elements. The
// result is [1, 1, N * OH * OW, O]. Padding is {height, width} or {top, bottom, left, right}.
Conv2dResultWithOptions conv2d(
    const Tensor& input_tensor, const Tensor& weight_tensor, MeshDevice* device,
    std::uint32_t in_channels, std::uint32_t out_channels, std::uint32_t batch_size,
    std::uint32_t input_height, std::uint32_t input_width, std::array<std::uint32_t, 2> kernel_size,
    std::array<std::uint32_t, 2> stride = {1, 1},
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding =
        std::array<std::uint32_t, 2>{0, 0},
    std::array<std::uint32_t, 2> dilation = {1, 1}, std::uint32_t groups = 1,
    const std::optional<const DataType>& dtype = std::nullopt,
    const std::optional<const Tensor>& bias_tensor = std::nullopt,
    const std::optional<const Conv2dConfig>& conv_config = std::nullopt,
    const std::optional<const DeviceComputeKernelConfig>& compute_config = std::nullopt,
    const std::optional<const MemoryConfig>& memory_config = std::nullopt,
    const std::optional<const Conv2dSliceConfig>& dram_slice_config = std::nullopt,
    bool return_output_dim = false, bool return_weights_and_bias = false);

}  // namespace ttnn
