// group_norm: statistics of channels, from them those of groups, then a number for each channel
// that its elements are multiplied by. Statistics are in 32 bits.
#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/normalization/groupnorm/groupnorm.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace normalization {
namespace {

using MetalShape = tt::tt_metal::Shape;
using data_movement::Map;

void check_groups(const Tensor& input, std::uint32_t groups,
                  const std::optional<Tensor>& input_mask,
                  const std::optional<Tensor>& negative_mask, bool use_welford) {
    const std::string_view op = "group_norm";
    eltwise::need_device(op, input);
    const MetalShape& shape = input.logical_shape();
    TT_FATAL(shape.rank() == 4, "{}: the input has shape {}, [n, 1, h w, c] is expected", op,
             shape);
    TT_FATAL(groups != 0 && shape[3] % groups == 0,
             "{}: {} channels must be divisible by {} groups", op, shape[3], groups);
    TT_FATAL(shape[3] % 32 == 0, "{}: channels ({}) must be divisible by the tile size (32)", op,
             shape[3]);
    TT_FATAL(input.dtype() == DataType::BFLOAT16 || input.dtype() == DataType::FLOAT32 ||
                 input.dtype() == DataType::BFLOAT8_B,
             "{}: data type {} is not supported, BFLOAT16, FLOAT32 and BFLOAT8_B are", op,
             input.dtype());
    TT_FATAL(!input_mask || input_mask->storage_type() == StorageType::DEVICE,
             "{}: Input mask must be on device", op);
    TT_FATAL(!negative_mask || negative_mask->storage_type() == StorageType::DEVICE,
             "{}: Negative mask must be on device", op);
    TT_FATAL(!negative_mask || !use_welford,
             "{}: Negative mask is not supported with use_welford=True", op);
}

// The mean over the channels of each group of [n, 1, 1, c], for each channel.
Tensor by_group(const Tensor& channels, std::uint32_t groups) {
    const MetalShape& shape = channels.logical_shape();
    const std::uint32_t samples = shape[0], each = shape[3] / groups;
    const Tensor rows = ttnn::reshape(channels, MetalShape({samples, groups, each}));
    const Tensor means = mean(rows, -1, true);
    Map map{MetalShape({samples, groups, each}), {{}}};
    map.parts[0].axes = {{0, samples, 0, 1, 0}, {0, groups, 0, 1, 1}, {0, each, 0, 1, -1}};
    const Tensor spread =
        data_movement::remap("group_norm", {&means, 1}, map, map.shape, DRAM_MEMORY_CONFIG);
    return ttnn::reshape(spread, MetalShape({samples, 1, 1, shape[3]}));
}

Tensor mean_of_channels(const Tensor& x) {
    return mean(x, 2, true, DRAM_MEMORY_CONFIG);
}

std::uint32_t padded(std::uint32_t channels, std::uint32_t columns) {
    return columns * ((channels / columns + 31) / 32 * 32);
}

// Channels of so many columns of cores, each of which begins a row of 32. Where several fit, the
// shards of the input say how many there are.
std::uint32_t columns_of(const Tensor& input, std::uint32_t elements) {
    const std::uint32_t channels = input.logical_shape()[3];
    const auto fits = [&](std::uint32_t columns) {
        return channels % columns == 0 && padded(channels, columns) == elements;
    };
    const auto shards = input.memory_config().shard_spec();
    const std::uint32_t given = shards ? std::max(1u, channels / shards->shape[1]) : 1;
    if (fits(given)) return given;
    for (std::uint32_t columns = 1; columns <= channels; columns++)
        if (fits(columns)) return columns;
    TT_FATAL(false, "group_norm: weight or bias has {} elements, it does not fit {} channels",
             elements, channels);
}

Tensor weight_row(const Tensor& weight, const Tensor& input) {
    eltwise::need_device("group_norm", weight);
    const std::uint32_t channels = input.logical_shape()[3];
    const auto elements = static_cast<std::uint32_t>(weight.logical_volume());
    const std::uint32_t columns = columns_of(input, elements), each = channels / columns;
    const Tensor rows = ttnn::to_layout(weight, Layout::ROW_MAJOR);
    const Tensor matrix = ttnn::reshape(rows, MetalShape({columns, elements / columns}));
    Map map{MetalShape({columns, each}), {{}}};
    map.parts[0].axes = {{0, columns, 0, 1, 0}, {0, each, 0, 1, 1}};
    const Tensor row = data_movement::remap("group_norm", {&matrix, 1}, map,
                                            MetalShape({1, 1, 1, channels}), DRAM_MEMORY_CONFIG);
    return ttnn::to_layout(row, Layout::TILE);
}

}  // namespace
}  // namespace normalization

Tensor group_norm(const Tensor& input, int num_groups, float epsilon,
                  const std::optional<Tensor>& input_mask, const std::optional<Tensor>& weight,
                  const std::optional<Tensor>& bias, const std::optional<Tensor>&,
                  const std::optional<MemoryConfig>& memory_config, std::optional<DataType> dtype,
                  std::optional<CoreGrid> core_grid, std::optional<bool> inplace,
                  std::optional<Layout> output_layout, std::optional<int>,
                  std::optional<DeviceComputeKernelConfig>,
                  const std::optional<Tensor>& negative_mask, bool use_welford) {
    using namespace normalization;
    const auto groups = static_cast<std::uint32_t>(num_groups);
    check_groups(input, groups, input_mask, negative_mask, use_welford);
    TT_FATAL(input.is_sharded() || core_grid,
             "group_norm: core_grid is required when the input tensor is not sharded");
    TT_FATAL(input.layout() != Layout::TILE || !inplace.value_or(false),
             "group_norm: Tile layout requires non-inplace tensors");
    const Layout layout = output_layout.value_or(input.layout());
    const MemoryConfig memory = memory_config.value_or(input.memory_config());
    const Tensor plain = to_memory_config(input, DRAM_MEMORY_CONFIG);
    const Tensor x = typecast(ttnn::to_layout(plain, Layout::TILE), DataType::FLOAT32);
    const Tensor centred = subtract(x, by_group(mean_of_channels(x), groups));
    const Tensor variance = by_group(mean_of_channels(multiply(centred, centred)), groups);
    Tensor scale = rsqrt(add(variance, epsilon));
    if (weight) scale = multiply(scale, weight_row(*weight, input));
    Tensor y = multiply(centred, scale);
    if (bias) y = add(y, weight_row(*bias, input));
    y = typecast(y, dtype.value_or(input.dtype()));
    if (layout != Layout::TILE) y = ttnn::to_layout(y, layout);
    return to_memory_config(y, memory);
}

}  // namespace ttnn
