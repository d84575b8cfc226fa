// repeat, repeat_interleave, expand, broadcast_to: elements several times; roll: in a circle.
#include "ttnn/operations/data_movement/repeat/repeat.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/expand/expand.hpp"
#include "ttnn/operations/data_movement/repeat_interleave/repeat_interleave.hpp"
#include "ttnn/operations/data_movement/roll/roll.hpp"
#include "ttnn/operations/experimental/bcast_to/bcast_to.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

using data_movement::Axis;
using Dims = ttsl::SmallVector<std::uint32_t>;

Dims dims_of(const tt::tt_metal::Shape& shape) {
    return Dims(shape.begin(), shape.end());
}

// A loop of so many repetitions before dimension `at` of the map, in which nothing moves.
data_movement::Map repeated(const tt::tt_metal::Shape& shape, std::uint32_t at,
                            std::uint32_t times) {
    data_movement::Map map = data_movement::identity(shape);
    const auto rank = static_cast<std::uint32_t>(map.shape.rank());
    Dims loops = dims_of(map.shape);
    loops.insert(loops.begin() + at, times);
    map.shape = tt::tt_metal::Shape(loops);
    map.parts[0].axes.insert(map.parts[0].axes.begin() + at, Axis{0, times, 0, 1, Axis::kNone});
    const auto moved = [&](std::uint32_t d) { return d < at ? d : d + 1; };
    map.tiled = {moved(rank - 2), moved(rank - 1)};
    return map;
}

// In tiles only if the dimension consists of whole ones.
Tensor repeat_dim(std::string_view op, const Tensor& input, std::uint32_t dim, bool inside,
                  std::uint32_t times, const MemoryConfig& memory,
                  const std::optional<Tensor>& output) {
    const auto rank = static_cast<std::uint32_t>(input.logical_shape().rank());
    const std::uint32_t added = rank < 2 ? 2 - rank : 0;
    Dims dims = dims_of(input.logical_shape());
    const std::uint32_t extent = dims[dim];
    dims[dim] *= times;
    const tt::tt_metal::Shape shape(dims);
    const data_movement::Map map =
        repeated(input.logical_shape(), dim + added + (inside ? 1 : 0), times);
    const bool in_tile = dim + 2 >= rank;
    if (input.layout() == Layout::ROW_MAJOR || !in_tile || (extent % 32 == 0 && !inside))
        return data_movement::remap(op, {&input, 1}, map, shape, memory, 0, std::nullopt, output);
    const Tensor rows = data_movement::to_rows(input);
    const Tensor made = data_movement::remap(op, {&rows, 1}, map, shape, DRAM_MEMORY_CONFIG);
    const Tensor tiles = data_movement::from_rows(made, Layout::TILE, input.dtype(), memory);
    return output ? to_memory_config(tiles, output->memory_config(), std::nullopt, output) : tiles;
}

Tensor broadcast(std::string_view op, const Tensor& input, const Dims& dims,
                 const std::optional<MemoryConfig>& memory_config,
                 const std::optional<Tensor>& output) {
    const tt::tt_metal::Shape shape(dims);
    const tt::tt_metal::Shape from = data_movement::matrix_shape(input.logical_shape());
    data_movement::Map map{data_movement::matrix_shape(shape), {{}}};
    const auto added = static_cast<std::int32_t>(map.shape.rank() - from.rank());
    for (std::int32_t d = 0; d < static_cast<std::int32_t>(map.shape.rank()); d++) {
        const bool own = d >= added && from[d - added] == map.shape[d];
        map.parts[0].axes.push_back({0, map.shape[d], 0, 1, own ? d - added : Axis::kNone});
    }
    const MemoryConfig memory = output ? output->memory_config()
                                       : data_movement::result_memory(memory_config, input, shape);
    return data_movement::remap(op, {&input, 1}, map, shape, memory, 0, std::nullopt, output);
}

Tensor roll_dim(const Tensor& input, std::int64_t shift, std::uint32_t dim,
                const MemoryConfig& memory) {
    const auto rank = static_cast<std::uint32_t>(input.logical_shape().rank());
    const std::int64_t extent = input.logical_shape()[static_cast<int>(dim)];
    const auto by =
        static_cast<std::uint32_t>(extent == 0 ? 0 : (shift % extent + extent) % extent);
    const std::uint32_t at = dim + (rank < 2 ? 2 - rank : 0);
    data_movement::Map map = data_movement::identity(input.logical_shape());
    map.parts.push_back(map.parts[0]);
    Axis &wrapped = map.parts[0].axes[at], &rest = map.parts[1].axes[at];
    wrapped.start = wrapped.end - by;
    wrapped.end = by;
    rest.begin = by;
    return data_movement::remap("roll", {&input, 1}, map, input.logical_shape(), memory);
}

}  // namespace

Tensor repeat(const Tensor& input, const ttsl::SmallVector<std::uint32_t>& repetition_vector,
              const std::optional<MemoryConfig>& memory_config, const std::string&,
              const std::optional<Tensor>& optional_output_tensor) {
    eltwise::need_device("repeat", input);
    const std::size_t rank = std::max(input.logical_shape().rank(), repetition_vector.size());
    TT_FATAL(rank > 0, "repeat: repeat does not support rank 0 tensors");
    Dims times(rank - repetition_vector.size(), 1);
    times.insert(times.end(), repetition_vector.begin(), repetition_vector.end());
    Tensor result = ttnn::reshape(input, input.logical_shape().to_rank(rank));
    Dims dims = dims_of(result.logical_shape());
    std::size_t open = 0;  // dimensions still to repeat
    for (std::size_t d = 0; d < rank; d++) {
        dims[d] *= times[d];
        open += times[d] != 1;
    }
    const MemoryConfig memory =
        optional_output_tensor
            ? optional_output_tensor->memory_config()
            : data_movement::result_memory(memory_config, input, tt::tt_metal::Shape(dims));
    if (open == 0)
        return optional_output_tensor
                   ? to_memory_config(result, memory, std::nullopt, optional_output_tensor)
                   : to_memory_config(result, memory);
    for (std::uint32_t d = 0; d < rank; d++) {
        if (times[d] == 1) continue;
        const bool last = --open == 0;
        result =
            repeat_dim("repeat", result, d, false, times[d], last ? memory : DRAM_MEMORY_CONFIG,
                       last ? optional_output_tensor : std::nullopt);
    }
    return result;
}
Tensor repeat(const Tensor& input, const tt::tt_metal::Shape& repeat_dims,
              const std::string& implementation,
              const std::optional<Tensor>& optional_output_tensor) {
    return repeat(input, dims_of(repeat_dims), std::nullopt, implementation,
                  optional_output_tensor);
}

Tensor repeat_interleave(const Tensor& input, std::uint32_t repeats, std::int32_t dim,
                         const std::optional<MemoryConfig>& output_mem_config) {
    eltwise::need_device("repeat_interleave", input);
    const std::uint32_t d =
        data_movement::dim_index("repeat_interleave", dim, input.logical_shape().rank());
    Dims dims = dims_of(input.logical_shape());
    dims[d] *= repeats;
    const MemoryConfig memory =
        data_movement::result_memory(output_mem_config, input, tt::tt_metal::Shape(dims));
    return repeat_dim("repeat_interleave", input, d, true, repeats, memory, std::nullopt);
}

Tensor expand(const Tensor& input, ttsl::Span<const std::int32_t> shape_vector,
              const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device("expand", input);
    const tt::tt_metal::Shape& from = input.logical_shape();
    TT_FATAL(from.rank() <= shape_vector.size(),
             "expand: Only size 1 dimensions can be expanded in the output shape, which has {} "
             "dimensions for {}",
             shape_vector.size(), from.rank());
    const std::size_t added = shape_vector.size() - from.rank();
    Dims dims;
    for (std::size_t d = 0; d < shape_vector.size(); d++) {
        const std::uint32_t own = d < added ? 1 : from[static_cast<int>(d - added)];
        const std::uint32_t wanted =
            shape_vector[d] == -1 ? own : static_cast<std::uint32_t>(shape_vector[d]);
        TT_FATAL(own == wanted || own == 1,
                 "expand: Only size 1 dimensions can be expanded in the output shape: dimension {} "
                 "is {}, not {}",
                 d, own, wanted);
        dims.push_back(wanted);
    }
    return broadcast("expand", input, dims, memory_config, std::nullopt);
}

Tensor experimental::broadcast_to(const Tensor& input, const tt::tt_metal::Shape& output_shape,
                                  const std::optional<MemoryConfig>& memory_config,
                                  const std::optional<Tensor>& output) {
    eltwise::need_device("broadcast_to", input);
    TT_FATAL(!input.is_sharded(),
             "bcast_to: Invalid input memory config {}, interleaved ones are allowed",
             input.memory_config());
    const tt::tt_metal::Shape& from = input.logical_shape();
    TT_FATAL(from.rank() <= output_shape.rank(), "bcast_to: {} has more dimensions than {}", from,
             output_shape);
    for (int i = 1; i <= static_cast<int>(from.rank()); i++)
        TT_FATAL(from[-i] == 1 || from[-i] == output_shape[-i],
                 "bcast_to: {} cannot be broadcast to {}", from, output_shape);
    return broadcast("broadcast_to", input, dims_of(output_shape), memory_config, output);
}

Tensor roll(const Tensor& input, const ttsl::SmallVector<int>& shifts,
            const ttsl::SmallVector<int>& input_dims,
            const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device("roll", input);
    const auto rank = static_cast<int>(input.logical_shape().rank());
    TT_FATAL(!shifts.empty() && shifts.size() == input_dims.size(),
             "roll: Roll expects shifts {} and dims {} to have the same length", shifts.size(),
             input_dims.size());
    for (const int dim : input_dims)
        TT_FATAL(dim >= -rank && dim < rank,
                 "roll: Invalid dimension index {}. The dimension must be within the range [{}, "
                 "{}].",
                 dim, -rank, rank - 1);
    const MemoryConfig memory =
        data_movement::result_memory(memory_config, input, input.logical_shape());
    Tensor result = input;
    for (std::size_t i = 0; i < shifts.size(); i++)
        result = roll_dim(
            result, shifts[i],
            data_movement::dim_index("roll", input_dims[i], static_cast<std::size_t>(rank)),
            i + 1 == shifts.size() ? memory : DRAM_MEMORY_CONFIG);
    return result;
}
Tensor roll(const Tensor& input, int shifts, const std::optional<MemoryConfig>& memory_config) {
    TT_FATAL(!input.is_sharded(),
             "roll: ttnn::roll without dims does not support sharded inputs. Convert to "
             "interleaved first.");
    const auto count = static_cast<std::uint32_t>(input.logical_volume());
    const Tensor row = ttnn::reshape(input, tt::tt_metal::Shape({1, count}));
    return ttnn::reshape(roll(row, shifts, 1, memory_config), input.logical_shape());
}
Tensor roll(const Tensor& input, int shifts, int dim,
            const std::optional<MemoryConfig>& memory_config) {
    return roll(input, ttsl::SmallVector<int>{shifts}, ttsl::SmallVector<int>{dim}, memory_config);
}

}  // namespace ttnn
