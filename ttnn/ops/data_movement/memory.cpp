// Where results of data movement are stored, and rows for what cannot move as tiles.
#include <tt-metalium/distributed.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::data_movement {

using namespace tt::tt_metal;

namespace {

std::uint32_t rounded(std::uint64_t value, std::uint64_t parts, std::uint32_t unit) {
    const std::uint64_t each = (value + parts - 1) / parts;
    return static_cast<std::uint32_t>((each + unit - 1) / unit * unit);
}

CoreRangeSet all_cores(const Tensor& tensor) {
    const CoreCoord grid = tensor.device()->compute_with_storage_grid_size();
    return CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
}

// Shards of this kind that are as equal as it goes.
MemoryConfig with_shards(const MemoryConfig& like, const Tensor& input, const Shape& shape) {
    const auto& given = like.shard_spec() ? like.shard_spec() : input.shard_spec();
    const CoreRangeSet cores = given ? given->grid : all_cores(input);
    const auto orientation = given ? given->orientation : ShardOrientation::ROW_MAJOR;
    const std::uint32_t unit = input.layout() == Layout::TILE ? 32 : 1;
    const TensorSpec plain =
        eltwise::spec_like(shape, row_type(input.dtype()), input.layout(), DRAM_MEMORY_CONFIG);
    const Shape padded = matrix_shape(plain.padded_shape());
    const std::uint32_t width = padded[-1];
    const std::uint64_t height = width == 0 ? 0 : padded.volume() / width;
    std::uint64_t rows = 1, columns = 1;
    if (like.memory_layout() == TensorMemoryLayout::HEIGHT_SHARDED) rows = cores.num_cores();
    if (like.memory_layout() == TensorMemoryLayout::WIDTH_SHARDED) columns = cores.num_cores();
    if (like.memory_layout() == TensorMemoryLayout::BLOCK_SHARDED) {
        const CoreCoord grid = cores.bounding_box().grid_size();
        const bool by_row = orientation == ShardOrientation::ROW_MAJOR;
        rows = by_row ? grid.y : grid.x;
        columns = by_row ? grid.x : grid.y;
    }
    return MemoryConfig(
        like.memory_layout(), like.buffer_type(),
        ShardSpec(cores, {rounded(height, rows, unit), rounded(width, columns, unit)},
                  orientation));
}

}  // namespace

MemoryConfig result_memory(const std::optional<MemoryConfig>& asked, const Tensor& input,
                           const Shape& shape) {
    MemoryConfig memory = asked.value_or(input.memory_config());
    const bool has_shards = memory.shard_spec() || memory.nd_shard_spec();
    if (!memory.is_sharded() || (asked && has_shards) ||
        (has_shards && input.logical_shape() == shape))
        return memory;
    if (memory.memory_layout() == TensorMemoryLayout::ND_SHARDED || shape.volume() == 0)
        return MemoryConfig(TensorMemoryLayout::INTERLEAVED, memory.buffer_type());
    return with_shards(memory, input, shape);
}

DataType row_type(DataType dtype) {
    return is_block_float(dtype) ? DataType::BFLOAT16 : dtype;
}

Tensor to_rows(const Tensor& tensor) {
    return ttnn::to_layout(tensor, Layout::ROW_MAJOR, std::nullopt, DRAM_MEMORY_CONFIG);
}

Tensor from_rows(const Tensor& rows, Layout layout, DataType dtype, const MemoryConfig& memory,
                 double pad) {
    if (layout == Layout::ROW_MAJOR) return to_memory_config(rows, memory);
    return ttnn::to_layout(rows, layout, dtype, memory, std::nullopt, static_cast<float>(pad));
}

}  // namespace ttnn::data_movement
