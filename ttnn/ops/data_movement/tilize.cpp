// Rows into tiles and tiles into rows, by upstream's names.
#include "ttnn/operations/data_movement/tilize/tilize.hpp"

#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/pad/pad.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/data_movement/tilize_with_val_padding/tilize_with_val_padding.hpp"
#include "ttnn/operations/data_movement/untilize/untilize.hpp"
#include "ttnn/operations/data_movement/untilize_with_unpadding/untilize_with_unpadding.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

void need_layout(std::string_view op, const Tensor& input, Layout layout) {
    eltwise::need_device(op, input);
    TT_FATAL(input.layout() == layout, "{}: the input is in {} layout, it must be in {}", op,
             input.layout(), layout);
}

tt::tt_metal::Shape next_tiles(const tt::tt_metal::Shape& shape) {
    ttsl::SmallVector<std::uint32_t> dims(shape.begin(), shape.end());
    for (std::size_t i = 0; i < dims.size() && i < 2; i++) {
        std::uint32_t& dim = dims[dims.size() - 1 - i];
        dim = (dim + 31) / 32 * 32;
    }
    return tt::tt_metal::Shape(dims);
}

}  // namespace

Tensor tilize(const Tensor& input, const std::optional<MemoryConfig>& memory_config,
              std::optional<DataType> output_dtype, bool, bool, tt::tt_metal::Tile tile,
              const std::optional<CoreRangeSet>& sub_core_grids) {
    need_layout("tilize", input, Layout::ROW_MAJOR);
    TT_FATAL(tile == tt::tt_metal::Tile(), "tilize: tiles of {}x{} are not supported, 32x32 are",
             tile.get_height(), tile.get_width());
    const tt::tt_metal::Shape shape = data_movement::matrix_shape(input.logical_shape());
    TT_FATAL(shape[-1] % 32 == 0 && shape[-2] % 32 == 0,
             "tilize: height and width of {} must be a multiple of the tile size", shape);
    return ttnn::to_layout(input, Layout::TILE, output_dtype, memory_config, sub_core_grids);
}

Tensor tilize_with_val_padding(const Tensor& input, const tt::tt_metal::Shape& output_padded_shape,
                               PadValue pad_value, const std::optional<MemoryConfig>& memory_config,
                               std::optional<DataType> output_dtype, bool,
                               const std::optional<CoreRangeSet>& sub_core_grids) {
    need_layout("tilize_with_val_padding", input, Layout::ROW_MAJOR);
    const tt::tt_metal::Shape& shape = input.logical_shape();
    if (shape.rank() == 0)
        return tilize_with_val_padding(ttnn::reshape(input, tt::tt_metal::Shape({1, 1})),
                                       output_padded_shape, pad_value, memory_config, output_dtype,
                                       true, sub_core_grids);
    TT_FATAL(
        shape.rank() == output_padded_shape.rank() &&
            next_tiles(output_padded_shape) == output_padded_shape,
        "tilize_with_val_padding: {} cannot be padded to {}: the rank must be the same, height "
        "and width whole tiles",
        shape, output_padded_shape);
    const double pad = std::visit([](auto v) { return static_cast<double>(v); }, pad_value);
    if (next_tiles(shape) == output_padded_shape)
        return ttnn::to_layout(input, Layout::TILE, output_dtype, memory_config, sub_core_grids,
                               static_cast<float>(pad));
    ttsl::SmallVector<operations::data_movement::PadSpecDim> behind;
    for (int d = 0; d < static_cast<int>(shape.rank()); d++) {
        TT_FATAL(shape[d] <= output_padded_shape[d],
                 "tilize_with_val_padding: dimension {} of {} is more than {}", d, shape,
                 output_padded_shape[d]);
        behind.push_back({0, output_padded_shape[d] - shape[d]});
    }
    const Tensor padded =
        ttnn::pad(input, behind, static_cast<float>(pad), true, DRAM_MEMORY_CONFIG);
    const Tensor tiles =
        ttnn::to_layout(padded, Layout::TILE, output_dtype,
                        memory_config.value_or(input.memory_config()), sub_core_grids);
    return tt::tt_metal::view(tiles, shape, output_padded_shape);
}
Tensor tilize_with_val_padding(const Tensor& input,
                               const ttsl::SmallVector<std::uint32_t>& output_padded_shape,
                               PadValue pad_value, const std::optional<MemoryConfig>& memory_config,
                               std::optional<DataType> output_dtype, bool use_multicore,
                               const std::optional<CoreRangeSet>& sub_core_grids) {
    return tilize_with_val_padding(input, tt::tt_metal::Shape(output_padded_shape), pad_value,
                                   memory_config, output_dtype, use_multicore, sub_core_grids);
}

Tensor tilize_with_zero_padding(const Tensor& input,
                                const std::optional<MemoryConfig>& memory_config,
                                std::optional<DataType> output_dtype, bool,
                                const std::optional<CoreRangeSet>& sub_core_grids) {
    need_layout("tilize_with_zero_padding", input, Layout::ROW_MAJOR);
    return ttnn::to_layout(input, Layout::TILE, output_dtype, memory_config, sub_core_grids);
}

Tensor untilize(const Tensor& input, const std::optional<MemoryConfig>& memory_config, bool,
                const std::optional<CoreRangeSet>& sub_core_grids) {
    need_layout("untilize", input, Layout::TILE);
    return ttnn::to_layout(input, Layout::ROW_MAJOR, std::nullopt, memory_config, sub_core_grids);
}

Tensor untilize_with_unpadding(const Tensor& input, const tt::tt_metal::Shape& output_tensor_end,
                               const std::optional<MemoryConfig>& memory_config, bool,
                               const std::optional<CoreRangeSet>& sub_core_grids) {
    need_layout("untilize_with_unpadding", input, Layout::TILE);
    const tt::tt_metal::Shape &logical = input.logical_shape(), &padded = input.padded_shape();
    TT_FATAL(output_tensor_end.rank() == logical.rank(),
             "untilize_with_unpadding: {} has other dimensions than {}", output_tensor_end,
             logical);
    ttsl::SmallVector<std::uint32_t> begins(logical.rank(), 0), ends, steps(logical.rank(), 1);
    bool inside = true, all = true;
    for (int d = 0; d < static_cast<int>(logical.rank()); d++) {
        ends.push_back(output_tensor_end[d] + 1);
        inside = inside && ends.back() <= logical[d];
        all = all && ends.back() == logical[d];
        TT_FATAL(ends.back() <= padded[d],
                 "untilize_with_unpadding: dimension {} ends at {}, outside of {}", d, ends.back(),
                 padded);
    }
    if (all) return ttnn::untilize(input, memory_config, true, sub_core_grids);
    // What lies in the padding counts.
    const Tensor whole = inside ? input : tt::tt_metal::view(input, padded, padded);
    const Tensor rows = ttnn::untilize(whole, DRAM_MEMORY_CONFIG, true, sub_core_grids);
    return ttnn::slice<std::uint32_t>(
        rows, begins, ends, steps,
        data_movement::result_memory(memory_config, input, tt::tt_metal::Shape(ends)));
}

}  // namespace ttnn
