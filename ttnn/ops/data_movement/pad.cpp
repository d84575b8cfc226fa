// pad: elements around a tensor.
#include "ttnn/operations/data_movement/pad/pad.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using operations::data_movement::PadSpecDim;

namespace {

// Whole tiles get whole tiles around them; else the padding inside of tiles is filled too.
bool pads_tiles(const Tensor& input) {
    const tt::tt_metal::Shape shape = data_movement::matrix_shape(input.logical_shape());
    return shape[-1] % 32 == 0 && shape[-2] % 32 == 0;
}

Tensor pad_by(const Tensor& input, const ttsl::SmallVector<PadSpecDim>& padding, float value,
              const std::optional<MemoryConfig>& memory_config,
              const std::optional<CoreRangeSet>& cores) {
    data_movement::Map map = data_movement::identity(input.logical_shape());
    const std::size_t added = map.shape.rank() - padding.size();
    ttsl::SmallVector<std::uint32_t> dims, loops(added, 1);
    for (std::size_t d = 0; d < padding.size(); d++) {
        const auto [before, after] = padding[d];
        data_movement::Axis& axis = map.parts[0].axes[added + d];
        dims.push_back(before + axis.end + after);
        loops.push_back(dims.back());
        axis.begin = before;
        axis.end += before;
    }
    map.shape = tt::tt_metal::Shape(loops);
    const tt::tt_metal::Shape shape(dims);
    const MemoryConfig memory = data_movement::result_memory(memory_config, input, shape);
    if (input.layout() == Layout::ROW_MAJOR || pads_tiles(input))
        return data_movement::remap("pad", {&input, 1}, map, shape, memory, value, cores);
    const Tensor rows = data_movement::to_rows(input);
    const Tensor padded =
        data_movement::remap("pad", {&rows, 1}, map, shape, DRAM_MEMORY_CONFIG, value, cores);
    return data_movement::from_rows(padded, Layout::TILE, input.dtype(), memory, value);
}

}  // namespace

Tensor pad(const Tensor& input, const ttsl::SmallVector<PadSpecDim>& padding, float value, bool,
           const std::optional<MemoryConfig>& memory_config,
           const std::optional<CoreRangeSet>& sub_core_grids) {
    const std::size_t rank = input.logical_shape().rank();
    TT_FATAL(padding.size() <= rank,
             "ttnn.pad: padding len can't be larger than input tensor rank: {} and {}",
             padding.size(), rank);
    eltwise::need_device("pad", input);
    const auto none = [](const PadSpecDim& p) {
        return p.before_elements == 0 && p.after_elements == 0;
    };
    if (std::ranges::all_of(padding, none))
        return memory_config ? to_memory_config(input, *memory_config) : input;
    TT_FATAL(input.layout() != Layout::TILE ||
                 std::ranges::all_of(padding, [](auto& p) { return p.before_elements == 0; }),
             "ttnn.pad: on device tile padding does not support front padding");
    ttsl::SmallVector<PadSpecDim> all(rank - padding.size(), PadSpecDim{0, 0});
    all.insert(all.end(), padding.begin(), padding.end());
    return pad_by(input, all, value, memory_config, sub_core_grids);
}

Tensor pad(const Tensor& input, const ttsl::SmallVector<std::array<std::uint32_t, 2>>& padding,
           float value, bool use_multicore, const std::optional<MemoryConfig>& memory_config,
           const std::optional<CoreRangeSet>& sub_core_grids) {
    ttsl::SmallVector<PadSpecDim> specs;
    for (const auto& [before, after] : padding) specs.push_back({before, after});
    return ttnn::pad(input, specs, value, use_multicore, memory_config, sub_core_grids);
}

Tensor pad(const Tensor& input, const Array4D& output_padded_shape,
           const Array4D& input_tensor_start, float value, bool use_multicore,
           const std::optional<MemoryConfig>& memory_config,
           const std::optional<CoreRangeSet>& sub_core_grids) {
    const tt::tt_metal::Shape& shape = input.logical_shape();
    TT_FATAL(shape.rank() == 4, "ttnn.pad: padding to a shape takes a tensor of rank 4, not {}",
             shape);
    TT_FATAL(
        input.layout() != Layout::TILE ||
            (output_padded_shape[2] % 32 == 0 && output_padded_shape[3] % 32 == 0),
        "ttnn.pad: for tiled tensors padding end must be a multiple of the tile size on height "
        "and width for a tensor in tile layout");
    ttsl::SmallVector<PadSpecDim> specs;
    for (std::size_t d = 0; d < 4; d++) {
        const std::uint32_t end = input_tensor_start[d] + shape[static_cast<int>(d)];
        TT_FATAL(end <= output_padded_shape[d],
                 "ttnn.pad: dimension {} ends at {}, outside of {} elements", d, end,
                 output_padded_shape[d]);
        specs.push_back({input_tensor_start[d], output_padded_shape[d] - end});
    }
    return ttnn::pad(input, specs, value, use_multicore, memory_config, sub_core_grids);
}

}  // namespace ttnn
