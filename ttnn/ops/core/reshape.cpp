// The same elements in another shape.
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"

#include <numeric>
#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "core/views.hpp"
#include "ops/data_movement/remap.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/squeeze/squeeze.hpp"
#include "ttnn/operations/data_movement/unsqueeze/unsqueeze.hpp"
#include "ttnn/operations/data_movement/view/view.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

tt::tt_metal::Shape known_shape(const Tensor& tensor, ttsl::Span<const std::int32_t> dims) {
    std::uint64_t known = 1;
    std::ptrdiff_t open = -1;
    for (std::size_t i = 0; i < dims.size(); i++) {
        TT_FATAL(dims[i] >= -1, "reshape: dimension {} is {}", i, dims[i]);
        TT_FATAL(dims[i] >= 0 || open < 0,
                 "reshape: Shape cannot have more than 1 elements that "
                 "is set to -1!");
        if (dims[i] < 0)
            open = static_cast<std::ptrdiff_t>(i);
        else
            known *= static_cast<std::uint64_t>(dims[i]);
    }
    ttsl::SmallVector<std::uint32_t> shape(dims.begin(), dims.end());
    if (open >= 0) {
        TT_FATAL(known > 0 && tensor.logical_volume() % known == 0,
                 "reshape: {} elements do not divide into {}", tensor.logical_volume(), known);
        shape[static_cast<std::size_t>(open)] =
            static_cast<std::uint32_t>(tensor.logical_volume() / known);
    }
    return tt::tt_metal::Shape(shape);
}

double pad_number(const std::optional<PadValue>& pad) {
    if (!pad) return 0;
    return std::visit([](auto value) { return static_cast<double>(value); }, *pad);
}

// All elements in their order, row after row.
Tensor reshape_rows(const Tensor& rows, const tt::tt_metal::Shape& shape,
                    const MemoryConfig& memory, const std::optional<CoreRangeSet>& cores) {
    data_movement::Map map =
        data_movement::identity(tt::tt_metal::Shape({static_cast<std::uint32_t>(shape.volume())}));
    map.linear = true;
    return data_movement::remap("reshape", {&rows, 1}, map, shape, memory, 0, cores);
}

Tensor reshape_on_host(const Tensor& input, const tt::tt_metal::Shape& shape) {
    return ttnn::to_layout(tt::tt_metal::view(ttnn::to_layout(input, Layout::ROW_MAJOR), shape),
                           input.layout());
}

tt::tt_metal::Shape without(const tt::tt_metal::Shape& shape, const std::vector<bool>& dropped) {
    ttsl::SmallVector<std::uint32_t> dims;
    for (std::size_t d = 0; d < shape.rank(); d++)
        if (!dropped[d]) dims.push_back(shape[static_cast<int>(d)]);
    return tt::tt_metal::Shape(dims);
}

}  // namespace

Tensor reshape(const Tensor& input, const tt::tt_metal::Shape& shape,
               const std::optional<MemoryConfig>& memory_config,
               const std::optional<PadValue>& pad_value, TileReshapeMapMode,
               const std::optional<CoreRangeSet>& sub_core_grid, bool) {
    TT_FATAL(input.logical_volume() == shape.volume(),
             "Invalid arguments to reshape: {} has other elements than {}", shape,
             input.logical_shape());
    const bool host = input.storage_type() == StorageType::HOST;
    if (core::is_view(input, shape)) {
        const Tensor view = tt::tt_metal::view(input, shape);
        return host || !memory_config ? view : to_memory_config(view, *memory_config);
    }
    if (host) return reshape_on_host(input, shape);
    const MemoryConfig memory = data_movement::result_memory(memory_config, input, shape);
    if (input.layout() == Layout::ROW_MAJOR)
        return reshape_rows(input, shape, memory, sub_core_grid);
    const Tensor rows = data_movement::to_rows(input);
    const Tensor moved = core::is_view(rows, shape)
                             ? tt::tt_metal::view(rows, shape)
                             : reshape_rows(rows, shape, DRAM_MEMORY_CONFIG, sub_core_grid);
    return data_movement::from_rows(moved, Layout::TILE, input.dtype(), memory,
                                    pad_number(pad_value));
}

Tensor reshape(const Tensor& input, const tt::tt_metal::Shape& logical,
               const tt::tt_metal::Shape& padded, const std::optional<MemoryConfig>& memory_config,
               const std::optional<PadValue>& pad_value, TileReshapeMapMode mode,
               const std::optional<CoreRangeSet>& sub_core_grid, bool skip_padding_fill) {
    const bool keeps_rows = input.padded_shape().rank() == 0 || padded.rank() == 0 ||
                            input.padded_shape()[-1] == padded[-1];
    if (keeps_rows && input.padded_shape().volume() == padded.volume() &&
        input.logical_volume() != logical.volume()) {
        const Tensor view = tt::tt_metal::view(input, logical, padded);
        return memory_config ? to_memory_config(view, *memory_config) : view;
    }
    return reshape(input, logical, memory_config, pad_value, mode, sub_core_grid,
                   skip_padding_fill);
}

Tensor reshape(const Tensor& input, ttsl::Span<const std::int32_t> dims,
               const std::optional<MemoryConfig>& memory_config,
               const std::optional<PadValue>& pad_value, TileReshapeMapMode mode,
               const std::optional<CoreRangeSet>& sub_core_grid, bool skip_padding_fill) {
    return reshape(input, known_shape(input, dims), memory_config, pad_value, mode, sub_core_grid,
                   skip_padding_fill);
}

Tensor view(const Tensor& input_tensor, const tt::tt_metal::Shape& logical_shape) {
    return tt::tt_metal::view(input_tensor, logical_shape);
}
Tensor view(const Tensor& input_tensor, ttsl::Span<const std::int32_t> shape_vector) {
    return tt::tt_metal::view(input_tensor, known_shape(input_tensor, shape_vector));
}

Tensor squeeze(const Tensor& input, const ttsl::SmallVector<int>& dims) {
    const tt::tt_metal::Shape& shape = input.logical_shape();
    const auto rank = static_cast<int>(shape.rank());
    std::vector<bool> dropped(shape.rank(), false);
    for (const int dim : dims) {
        const int d = dim < 0 ? dim + rank : dim;
        TT_FATAL((d >= 0 && d < rank) || (rank == 0 && (dim == 0 || dim == -1)),
                 "squeeze: Dimension out of range (expected to be in range of [{},{}], but got {})",
                 -rank, rank - 1, dim);
        if (rank == 0) continue;
        const auto at = static_cast<std::size_t>(d);
        TT_FATAL(!dropped[at], "squeeze: dim {} appears multiple times in the list of dims", d);
        dropped[at] = shape[d] == 1;
    }
    return ttnn::reshape(input, without(shape, dropped));
}
Tensor squeeze(const Tensor& input, int dim) {
    return squeeze(input, ttsl::SmallVector<int>{dim});
}
Tensor squeeze(const Tensor& input) {
    ttsl::SmallVector<int> all(input.logical_shape().rank());
    std::iota(all.begin(), all.end(), 0);
    return squeeze(input, all);
}

Tensor unsqueeze(const Tensor& input, int dim) {
    const auto rank = static_cast<int>(input.logical_shape().rank());
    TT_FATAL(dim >= -rank - 1 && dim <= rank,
             "unsqueeze: Dimension out of range (expected to be in range of [{},{}], but got {})",
             -rank - 1, rank, dim);
    ttsl::SmallVector<std::uint32_t> dims(input.logical_shape().begin(),
                                          input.logical_shape().end());
    dims.insert(dims.begin() + (dim < 0 ? dim + rank + 1 : dim), 1u);
    return ttnn::reshape(input, tt::tt_metal::Shape(dims));
}

}  // namespace ttnn
