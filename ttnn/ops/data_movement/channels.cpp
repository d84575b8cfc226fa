// convert_to_hwc and convert_to_chw: the order of channels and pixels.
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/operations/experimental/cnn/convert_to_chw/convert_to_chw.hpp"
#include "ttnn/operations/experimental/cnn/convert_to_hwc/convert_to_hwc.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// Shards of the other kind over the cores of the input's, each with the same pixels.
MemoryConfig transposed_shards(std::string_view op, const Tensor& input, TensorMemoryLayout layout,
                               std::array<std::uint32_t, 2> shape) {
    const auto& shards = input.shard_spec();
    TT_FATAL(shards && !input.memory_config().is_dram(),
             "{}: an input that is not sharded over L1 needs a memory configuration for its result",
             op);
    return MemoryConfig(layout, BufferType::L1,
                        ShardSpec(shards->grid, shape, shards->orientation));
}

void check_channels(std::string_view op, const Tensor& input) {
    eltwise::need_device(op, input);
    const auto& shape = input.logical_shape();
    TT_FATAL(shape.rank() == 4 && shape[0] == 1,
             "{}: the input has shape {}, [1, B, C, HW] is "
             "needed",
             op, shape);
}

}  // namespace

Tensor experimental::convert_to_hwc(const Tensor& input,
                                    const std::optional<MemoryConfig>& memory_config,
                                    const std::optional<DataType>& dtype) {
    check_channels("convert_to_hwc", input);
    const auto& shape = input.logical_shape();
    const std::uint32_t batch = shape[1], channels = shape[2], pixels = shape[3];
    const std::uint32_t width = (channels + 7) / 8 * 8;
    const MemoryConfig memory =
        memory_config
            ? *memory_config
            : transposed_shards("convert_to_hwc", input, TensorMemoryLayout::HEIGHT_SHARDED,
                                {batch * input.shard_spec().value().shape[1], width});
    const Tensor transposed = transpose(to_memory_config(input, DRAM_MEMORY_CONFIG), 2, 3);
    const Tensor rows = ttnn::reshape(ttnn::to_layout(transposed, Layout::ROW_MAJOR),
                                      tt::tt_metal::Shape({1, 1, batch * pixels, channels}));
    return to_memory_config(dtype ? typecast(rows, *dtype) : rows, memory);
}

Tensor experimental::convert_to_chw(const Tensor& input, const std::optional<DataType>& dtype) {
    check_channels("convert_to_chw", input);
    const auto& shape = input.logical_shape();
    TT_FATAL(shape[1] == 1, "convert_to_chw: the input has shape {}, [1, 1, HW, C] is needed",
             shape);
    const MemoryConfig memory =
        transposed_shards("convert_to_chw", input, TensorMemoryLayout::WIDTH_SHARDED,
                          {shape[3], input.shard_spec().value().shape[0]});
    const Tensor transposed = transpose(to_memory_config(input, DRAM_MEMORY_CONFIG), 2, 3);
    const Tensor rows = ttnn::to_layout(transposed, Layout::ROW_MAJOR);
    return to_memory_config(dtype ? typecast(rows, *dtype) : rows, memory);
}

}  // namespace ttnn
