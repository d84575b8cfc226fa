// Windows of images reduced to pixels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/sliding_window/op_slicing/op_slicing.hpp"
#include "ttnn/types.hpp"

namespace ttnn {
namespace operations::pool {

using op_slicing::Op2DSliceConfig;
using Padding = std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>>;

// Images are [1, 1, N * H * W, C] or [N, H, W, C] in either layout; results [1, 1, N * OH * OW, C].
// Padding is {height, width} or {top, bottom, left, right}. Arguments that speak of shards and of
// slices are taken and change nothing: windows are gathered in DRAM.
// {values}, or with return_indices {values, places of them in their image, row by row}.
std::vector<Tensor> max_pool2d(
    const Tensor& input_tensor, std::uint32_t batch_size, std::uint32_t input_h,
    std::uint32_t input_w, std::uint32_t channels, std::array<std::uint32_t, 2> kernel_size,
    std::array<std::uint32_t, 2> stride, Padding padding, std::array<std::uint32_t, 2> dilation,
    bool ceil_mode = false, const std::optional<const MemoryConfig>& memory_config = std::nullopt,
    const std::optional<Op2DSliceConfig>& dram_slice_config = std::nullopt,
    std::optional<const TensorMemoryLayout> applied_shard_scheme = std::nullopt,
    bool deallocate_input = false, bool reallocate_halo_output = true, bool return_indices = false,
    DataType dtype = DataType::BFLOAT16, Layout output_layout = Layout::ROW_MAJOR,
    bool config_tensor_in_dram = false);

Tensor avg_pool2d(
    const Tensor& input_tensor, std::uint32_t batch_size, std::uint32_t input_h,
    std::uint32_t input_w, std::uint32_t channels, std::array<std::uint32_t, 2> kernel_size,
    std::array<std::uint32_t, 2> stride, Padding padding, bool ceil_mode = false,
    bool count_include_pad = true, std::optional<std::int32_t> divisor_override = std::nullopt,
    const std::optional<const MemoryConfig>& memory_config = std::nullopt,
    const std::optional<Op2DSliceConfig>& dram_slice_config = std::nullopt,
    std::optional<const TensorMemoryLayout> applied_shard_scheme = std::nullopt,
    const std::optional<DeviceComputeKernelConfig>& compute_kernel_config = std::nullopt,
    bool deallocate_input = false, bool reallocate_halo_output = true,
    DataType dtype = DataType::BFLOAT16, Layout output_layout = Layout::ROW_MAJOR,
    bool config_tensor_in_dram = false);

// The mean of each channel of [N, H, W, C], [H, W, C] or [H, W]: [N, 1, 1, C] in TILE layout.
Tensor global_avg_pool2d(const Tensor& input,
                         const std::optional<MemoryConfig>& memory_config = std::nullopt,
                         const std::optional<DataType>& dtype = std::nullopt);

}  // namespace operations::pool

using operations::pool::avg_pool2d;
using operations::pool::global_avg_pool2d;
using operations::pool::max_pool2d;

}  // namespace ttnn
