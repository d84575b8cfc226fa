// slice, and what cuts tensors by it.
#include "ttnn/operations/data_movement/slice/slice.hpp"

#include <algorithm>
#include <numeric>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/chunk/chunk.hpp"
#include "ttnn/operations/data_movement/narrow/narrow.hpp"
#include "ttnn/operations/data_movement/split/split.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// Of one dimension, within its bounds.
struct Range {
    std::uint32_t begin, end, step;

    std::uint32_t count() const { return end <= begin ? 0 : (end - begin + step - 1) / step; }
};

Range range_of(std::int64_t begin, std::int64_t end, std::int64_t step, std::uint32_t extent) {
    TT_FATAL(step >= 1, "slice: step is {}, 1 or more is allowed", step);
    const auto inside = [&](std::int64_t at) {
        const std::int64_t wrapped = at < 0 ? at + extent : at;
        return static_cast<std::uint32_t>(std::clamp<std::int64_t>(wrapped, 0, extent));
    };
    return {inside(begin), inside(end), static_cast<std::uint32_t>(step)};
}

Tensor slice_ranges(const Tensor& input, const std::vector<Range>& ranges,
                    const std::optional<MemoryConfig>& memory_config,
                    const std::optional<Tensor>& output, double pad,
                    const std::optional<CoreRangeSet>& cores) {
    data_movement::Map map = data_movement::identity(input.logical_shape());
    const std::size_t added = map.shape.rank() - ranges.size();  // in front, of size 1
    ttsl::SmallVector<std::uint32_t> dims, loops(added, 1);
    for (std::size_t d = 0; d < ranges.size(); d++) {
        dims.push_back(ranges[d].count());
        loops.push_back(ranges[d].count());
        data_movement::Axis& axis = map.parts[0].axes[added + d];
        axis.end = ranges[d].count();
        axis.start = ranges[d].begin;
        axis.step = ranges[d].step;
    }
    map.shape = tt::tt_metal::Shape(loops);
    const tt::tt_metal::Shape shape(dims);
    const MemoryConfig memory = output ? output->memory_config()
                                       : data_movement::result_memory(memory_config, input, shape);
    return data_movement::remap("slice", {&input, 1}, map, shape, memory, pad, cores, output);
}

bool is_all(const std::vector<Range>& ranges, const tt::tt_metal::Shape& shape) {
    for (std::size_t d = 0; d < ranges.size(); d++)
        if (ranges[d].count() != shape[static_cast<int>(d)]) return false;
    return true;
}

// One dimension's part of a tensor.
Tensor part_of(const Tensor& input, std::uint32_t dim, std::uint32_t begin, std::uint32_t count,
               const std::optional<MemoryConfig>& memory) {
    std::vector<Range> ranges;
    for (std::uint32_t d = 0; d < input.logical_shape().rank(); d++)
        ranges.push_back({0, input.logical_shape()[static_cast<int>(d)], 1});
    ranges[dim] = {begin, begin + count, 1};
    return slice_ranges(input, ranges, memory, std::nullopt, 0, std::nullopt);
}

template <typename T>
std::vector<T> numbers_of(const Tensor& tensor) {
    TT_FATAL(tensor.logical_shape().rank() == 1,
             "slice: The start and end tensors for slicing must be in 1D shape, this one is {}",
             tensor.logical_shape());
    const std::vector<std::uint32_t> words = tensor.to_vector<std::uint32_t>();
    return std::vector<T>(words.begin(), words.end());
}

}  // namespace

template <typename T>
Tensor slice(const Tensor& input, ttsl::Span<const T> begins, ttsl::Span<const T> ends,
             ttsl::Span<const T> step, const std::optional<MemoryConfig>& memory_config,
             const std::optional<Tensor>& output, const std::optional<float>& pad_value,
             const std::optional<CoreRangeSet>& sub_core_grids) {
    eltwise::need_device("slice", input);
    const tt::tt_metal::Shape& shape = input.logical_shape();
    TT_FATAL(shape.rank() == begins.size(),
             "slice: Input rank {} and begins {} must have the same size", shape.rank(),
             begins.size());
    TT_FATAL(begins.size() == ends.size(), "slice: Start {} and end {} must have the same size",
             begins.size(), ends.size());
    TT_FATAL(step.size() == begins.size(),
             "slice: Step {} must have the same size as start {} and end", step.size(),
             begins.size());
    std::vector<Range> ranges;
    for (std::size_t d = 0; d < begins.size(); d++)
        ranges.push_back(range_of(begins[d], ends[d], step[d], shape[static_cast<int>(d)]));
    if (is_all(ranges, shape) && !output)
        return memory_config ? to_memory_config(input, *memory_config) : input;
    return slice_ranges(input, ranges, memory_config, output, pad_value.value_or(0),
                        sub_core_grids);
}

template <typename T>
Tensor slice(const Tensor& input, const Tensor& start, const Tensor& end,
             const std::optional<ttsl::SmallVector<T>>& step,
             const std::optional<MemoryConfig>& memory_config, const std::optional<Tensor>& output,
             const std::optional<float>& pad_value, const std::optional<std::uint32_t>& slice_dim,
             const std::optional<std::uint32_t>&,
             const std::optional<CoreRangeSet>& sub_core_grids) {
    TT_FATAL(!slice_dim,
             "slice: slice_dim is not supported, starts and ends are for all dimensions");
    const std::vector<T> begins = numbers_of<T>(start), ends = numbers_of<T>(end);
    const ttsl::SmallVector<T> ones(begins.size(), T{1});
    return slice(input, ttsl::Span<const T>(begins), ttsl::Span<const T>(ends),
                 ttsl::Span<const T>(step.value_or(ones)), memory_config, output, pad_value,
                 sub_core_grids);
}

#define TTNN_SLICE(T)                                                                            \
    template Tensor slice<T>(const Tensor&, ttsl::Span<const T>, ttsl::Span<const T>,            \
                             ttsl::Span<const T>, const std::optional<MemoryConfig>&,            \
                             const std::optional<Tensor>&, const std::optional<float>&,          \
                             const std::optional<CoreRangeSet>&);                                \
    template Tensor slice<T>(                                                                    \
        const Tensor&, const Tensor&, const Tensor&, const std::optional<ttsl::SmallVector<T>>&, \
        const std::optional<MemoryConfig>&, const std::optional<Tensor>&,                        \
        const std::optional<float>&, const std::optional<std::uint32_t>&,                        \
        const std::optional<std::uint32_t>&, const std::optional<CoreRangeSet>&);
TTNN_SLICE(int)
TTNN_SLICE(std::uint32_t)
#undef TTNN_SLICE

std::vector<Tensor> split(const Tensor& input, const ttsl::SmallVector<std::int64_t>& sizes,
                          std::int64_t dim, const std::optional<MemoryConfig>& memory_config) {
    TT_FATAL(!sizes.empty(), "split: split_sizes must not be empty");
    TT_FATAL(std::ranges::all_of(sizes, [](std::int64_t size) { return size > 0; }),
             "split: split_size should be greater than 0");
    const std::uint32_t d = data_movement::dim_index("split", dim, input.logical_shape().rank());
    const std::uint32_t extent = input.logical_shape()[static_cast<int>(d)];
    const std::int64_t sum = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    TT_FATAL(sum == extent,
             "split: split_sizes must sum exactly to the size of dimension {} ({}), they sum to {}",
             d, extent, sum);
    std::vector<Tensor> parts;
    std::uint32_t begin = 0;
    for (const std::int64_t size : sizes) {
        parts.push_back(part_of(input, d, begin, static_cast<std::uint32_t>(size), memory_config));
        begin += static_cast<std::uint32_t>(size);
    }
    return parts;
}

std::vector<Tensor> split(const Tensor& input, std::int64_t split_size, std::int64_t dim,
                          const std::optional<MemoryConfig>& memory_config) {
    TT_FATAL(split_size > 0, "split: split_size must be greater than 0, but got: {}", split_size);
    const std::uint32_t d = data_movement::dim_index("split", dim, input.logical_shape().rank());
    ttsl::SmallVector<std::int64_t> sizes;
    for (std::int64_t left = input.logical_shape()[static_cast<int>(d)]; left > 0;
         left -= split_size)
        sizes.push_back(std::min(left, split_size));
    return split(input, sizes, dim, memory_config);
}

std::vector<Tensor> chunk(const Tensor& input, std::uint32_t num_chunks, int dim) {
    TT_FATAL(num_chunks > 0, "chunk: Number of chunks must be greater than zero");
    const std::uint32_t d = data_movement::dim_index("chunk", dim, input.logical_shape().rank());
    const std::uint32_t extent = input.logical_shape()[static_cast<int>(d)];
    return split(input, std::int64_t{(extent + num_chunks - 1) / num_chunks}, dim);
}

Tensor narrow(const Tensor& input, std::int32_t narrow_dim, std::int32_t narrow_start,
              std::uint32_t length) {
    eltwise::need_device("narrow", input);
    const std::uint32_t d =
        data_movement::dim_index("narrow", narrow_dim, input.logical_shape().rank());
    const std::int64_t extent = input.logical_shape()[static_cast<int>(d)];
    const std::int64_t start = narrow_start < 0 ? narrow_start + extent : narrow_start;
    TT_FATAL(start >= 0 && start < extent,
             "narrow: Narrow start index {} out of bounds for dimension {} with size {}", start, d,
             extent);
    TT_FATAL(length > 0 && start + length <= extent,
             "narrow: Narrow length {} out of bounds for dimension {} with start index {} and size "
             "{}",
             length, d, start, extent);
    return part_of(input, d, static_cast<std::uint32_t>(start), length, std::nullopt);
}

}  // namespace ttnn
