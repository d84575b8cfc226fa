// Rows that are spread over devices: what a device tells the others, and what it does with all that
// was told. Statistics are in 32 bits.
#include <array>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/normalization/layernorm_distributed/layernorm_post_all_gather.hpp"
#include "ttnn/operations/normalization/layernorm_distributed/layernorm_pre_all_gather.hpp"
#include "ttnn/operations/normalization/rmsnorm_distributed/rmsnorm_post_all_gather.hpp"
#include "ttnn/operations/normalization/rmsnorm_distributed/rmsnorm_pre_all_gather.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace normalization {
namespace {

using MetalShape = tt::tt_metal::Shape;
using data_movement::Map;

constexpr std::uint32_t kTile = 32;

void check_rows(std::string_view op, const Tensor& input) {
    eltwise::need_device(op, input);
    TT_FATAL(input.layout() == Layout::TILE, "{}: the input is in {} layout, TILE is allowed", op,
             input.layout());
    TT_FATAL(is_floating_point(input.dtype()), "{}: data type {} is not supported", op,
             input.dtype());
}

Tensor plain(const Tensor& tensor) {
    return tensor.is_sharded() ? to_memory_config(tensor, DRAM_MEMORY_CONFIG) : tensor;
}

// Columns of single numbers, each the first of a tile.
Tensor in_tiles(std::string_view op, const std::vector<Tensor>& columns) {
    MetalShape shape = columns[0].logical_shape();
    Map map{shape, {}};
    const auto last = static_cast<std::int32_t>(shape.rank()) - 1;
    for (std::uint32_t i = 0; i < columns.size(); i++) {
        data_movement::Part part = data_movement::identity(shape).parts[0];
        part.source = i;
        part.axes.back() = {i * kTile, i * kTile + 1, 0, 1, last};
        map.parts.push_back(std::move(part));
    }
    map.shape[last] = static_cast<std::uint32_t>(columns.size()) * kTile;
    return data_movement::remap(op, columns, map, map.shape, DRAM_MEMORY_CONFIG);
}

Tensor pre(std::string_view op, const Tensor& input, bool centred, DataType dtype,
           const std::optional<const Tensor>& residual, const std::optional<MemoryConfig>& memory) {
    check_rows(op, input);
    // A sharded input holds the sum with the residual afterwards.
    if (residual && input.is_sharded())
        (void)add(input, *residual, std::nullopt, std::nullopt, input);
    const Tensor x = residual && !input.is_sharded() ? add(input, *residual) : plain(input);
    const float part =
        input.is_sharded() ? 1.0f / static_cast<float>(input.logical_shape()[-1]) : 1.0f;
    const auto along_rows = [&](const Tensor& t) {
        return sum(t, -1, true, DRAM_MEMORY_CONFIG, std::nullopt, part);
    };
    std::vector<Tensor> columns{along_rows(multiply(x, x, DataType::FLOAT32, DRAM_MEMORY_CONFIG))};
    if (centred) columns.push_back(along_rows(typecast(x, DataType::FLOAT32, DRAM_MEMORY_CONFIG)));
    if (centred && input.is_sharded()) std::swap(columns[0], columns[1]);
    const Tensor stats = in_tiles(op, columns);
    const Tensor typed = dtype == DataType::FLOAT32 ? stats : typecast(stats, dtype);
    return memory ? to_memory_config(typed, *memory) : typed;
}

// The sum over devices of one kind of statistics, of which a device has so many tiles.
Tensor over_devices(std::string_view op, const Tensor& stats, std::uint32_t kind,
                    std::uint32_t kinds) {
    const std::uint32_t devices = stats.padded_shape()[-1] / kTile / kinds;
    Map map = data_movement::identity(stats.logical_shape());
    map.shape[-1] = devices;
    const auto last = static_cast<std::int32_t>(map.shape.rank()) - 1;
    map.parts[0].axes.back() = {0, devices, kind * kTile, kinds * kTile, last};
    return sum(data_movement::remap(op, {&stats, 1}, map, map.shape, DRAM_MEMORY_CONFIG), -1, true);
}

Tensor row_weight(const Tensor& weight) {
    if (weight.layout() == Layout::TILE) return weight;
    const auto width = static_cast<std::uint32_t>(weight.logical_volume());
    return ttnn::to_layout(ttnn::reshape(weight, MetalShape({1, 1, 1, width})), Layout::TILE);
}

struct Post {
    std::string_view op;
    bool centred;
    float epsilon;
    const std::optional<const Tensor>&weight, &bias;
    const std::optional<MemoryConfig>& memory;
    const std::optional<const DataType>& dtype;
};

Tensor post(const Post& call, const Tensor& input, const Tensor& gathered) {
    check_rows(call.op, input);
    check_rows(call.op, gathered);
    const std::uint32_t kinds = call.centred ? 2 : 1, width = gathered.padded_shape()[-1];
    TT_FATAL(width % (kinds * kTile) == 0,
             "{}: the statistics are {} wide, a multiple of {} is expected", call.op, width,
             kinds * kTile);
    const std::uint32_t devices = width / kTile / kinds;
    const bool means = input.is_sharded();
    const float part =
        1.0f / static_cast<float>(means ? devices : devices * input.logical_shape()[-1]);
    const Tensor stats = typecast(plain(gathered), DataType::FLOAT32);
    const auto mean_of = [&](bool squares) {
        const std::uint32_t kind = !call.centred ? 0 : squares == means ? 1 : 0;
        return multiply(over_devices(call.op, stats, kind, kinds), part);
    };
    Tensor x = plain(input), variance = mean_of(true);
    if (call.centred) {
        const Tensor mean = mean_of(false);
        variance = subtract(variance, multiply(mean, mean));
        x = subtract(x, mean, DataType::FLOAT32, DRAM_MEMORY_CONFIG);
    }
    const Tensor scale = rsqrt(add(variance, call.epsilon));
    Tensor y = multiply(x, scale, DataType::FLOAT32, DRAM_MEMORY_CONFIG);
    if (call.weight) y = multiply(y, row_weight(*call.weight));
    if (call.bias) y = add(y, row_weight(*call.bias));
    return typecast(y, call.dtype.value_or(input.dtype()),
                    call.memory.value_or(input.memory_config()));
}

}  // namespace
}  // namespace normalization

Tensor layer_norm_pre_all_gather(const Tensor& input, DataType dtype,
                                 const std::optional<const Tensor>& residual,
                                 std::optional<const DeviceComputeKernelConfig>,
                                 const std::optional<const prim::LayerNormProgramConfig>&,
                                 const std::optional<MemoryConfig>& memory,
                                 const std::optional<const Tensor>&, bool) {
    return normalization::pre("layer_norm_pre_all_gather", input, true, dtype, residual, memory);
}
Tensor rms_norm_pre_all_gather(const Tensor& input, DataType dtype,
                               const std::optional<const Tensor>& residual,
                               std::optional<const DeviceComputeKernelConfig>,
                               const std::optional<const prim::LayerNormProgramConfig>&,
                               const std::optional<MemoryConfig>& memory,
                               const std::optional<bool>&, bool) {
    return normalization::pre("rms_norm_pre_all_gather", input, false, dtype, residual, memory);
}
Tensor layer_norm_post_all_gather(const Tensor& input, const Tensor& stats, float epsilon,
                                  const std::optional<const Tensor>& weight,
                                  const std::optional<const Tensor>& bias,
                                  const std::optional<MemoryConfig>& memory,
                                  std::optional<const DeviceComputeKernelConfig>,
                                  const std::optional<const prim::LayerNormProgramConfig>&,
                                  const std::optional<const DataType>& dtype) {
    return normalization::post(
        {"layer_norm_post_all_gather", true, epsilon, weight, bias, memory, dtype}, input, stats);
}
Tensor rms_norm_post_all_gather(const Tensor& input, const Tensor& stats, float epsilon,
                                const std::optional<const Tensor>& weight,
                                const std::optional<const Tensor>& bias,
                                const std::optional<MemoryConfig>& memory,
                                std::optional<const DeviceComputeKernelConfig>,
                                const std::optional<const prim::LayerNormProgramConfig>&,
                                const std::optional<const DataType>& dtype,
                                const std::optional<bool>&) {
    return normalization::post(
        {"rms_norm_post_all_gather", false, epsilon, weight, bias, memory, dtype}, input, stats);
}

}  // namespace ttnn
