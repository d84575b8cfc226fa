// Convolutions of sequences.
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

using Conv1dConfig = prim::Conv2dConfig;
using Conv1dSliceConfig = prim::Conv2dSliceConfig;
using OutputLength = std::uint32_t;
using Conv1dResult =
    std::variant<Tensor, std::tuple<Tensor, OutputLength>,
                 std::tuple<Tensor, std::tuple<Tensor, std::optional<Tensor>>>,
                 std::tuple<Tensor, OutputLength, std::tuple<Tensor, std::optional<Tensor>>>>;

// As conv2d, of sequences [N, L, C] with weights [O, C / groups, kernel]: [1, 1, N * OL, O].
Conv1dResult conv1d(
    const Tensor& input_tensor, const Tensor& weight_tensor, MeshDevice* device,
    std::uint32_t in_channels, std::uint32_t out_channels, std::uint32_t batch_size,
    std::uint32_t input_length, std::uint32_t kernel_size, std::uint32_t stride = 1,
    std::variant<std::array<std::uint32_t, 2>, std::uint32_t> padding = std::uint32_t{0},
    std::uint32_t dilation = 1, std::uint32_t groups = 1,
    const std::optional<const DataType>& dtype = std::nullopt,
    const std::optional<const Tensor>& bias_tensor = std::nullopt,
    const std::optional<const Conv1dConfig>& conv_config = std::nullopt,
    const std::optional<const DeviceComputeKernelConfig>& compute_config = std::nullopt,
    const std::optional<const MemoryConfig>& memory_config = std::nullopt,
    const std::optional<const Conv1dSliceConfig>& slice_config = std::nullopt,
    bool return_output_dim = true, bool return_weights_and_bias = true);

}  // namespace ttnn
