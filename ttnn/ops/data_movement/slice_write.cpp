// slice_write: a part of a tensor overwritten by another.
#include "ttnn/operations/experimental/slice_write/slice_write.hpp"

#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using Places = ttsl::SmallVector<std::uint32_t>;

namespace {

void check_write(const Tensor& input, const Tensor& output, const Places& start, const Places& end,
                 const Places& step) {
    const std::string_view op = "slice_write";
    eltwise::need_device(op, input);
    eltwise::need_device(op, output);
    const auto &from = input.logical_shape(), &to = output.logical_shape();
    TT_FATAL(input.dtype() == output.dtype() && input.layout() == output.layout(),
             "{}: the input is {} in {} layout, the output {} in {}", op, input.dtype(),
             input.layout(), output.dtype(), output.layout());
    TT_FATAL(from.rank() == to.rank() && start.size() == to.rank() && end.size() == to.rank() &&
                 step.size() == to.rank(),
             "{}: {} starts, {} ends and {} steps for tensors of rank {} and {}", op, start.size(),
             end.size(), step.size(), from.rank(), to.rank());
    for (std::size_t d = 0; d < to.rank(); d++) {
        const auto i = static_cast<int>(d);
        TT_FATAL(step[d] >= 1, "{}: step of dimension {} is 0, 1 is the least", op, d);
        TT_FATAL(start[d] <= end[d] && end[d] <= to[i] &&
                     (end[d] - start[d] + step[d] - 1) / step[d] == from[i],
                 "{}: dimension {} from {} to {} by {} is not as wide as the input {}, or ends "
                 "outside of {}",
                 op, d, start[d], end[d], step[d], from, to);
    }
}

// What lies before and behind the part in one dimension, inside of it in those before.
void add_around(data_movement::Map& map, std::size_t dim, const data_movement::Part& whole,
                const Places& start, const Places& end) {
    data_movement::Part outside = whole;
    for (std::size_t d = 0; d < dim; d++) {
        data_movement::Axis& axis = outside.axes[d];
        axis.begin = axis.start = start[d];
        axis.end = end[d];
    }
    data_movement::Part before = outside, behind = outside;
    before.axes[dim].end = start[dim];
    behind.axes[dim].begin = behind.axes[dim].start = end[dim];
    map.parts.push_back(before);
    map.parts.push_back(behind);
}

// Along a dimension with a step one position after the other.
Tensor write_apart(const Tensor& input, const Tensor& output, std::size_t dim, const Places& start,
                   const Places& end, const Places& step) {
    const auto& shape = input.logical_shape();
    Places from(shape.rank(), 0), to(shape.cbegin(), shape.cend()), ones(shape.rank(), 1);
    Places begin = start, behind = end, steps = step;
    steps[dim] = 1;
    for (std::uint32_t i = 0; i < shape[static_cast<int>(dim)]; i++) {
        from[dim] = i;
        to[dim] = i + 1;
        begin[dim] = start[dim] + i * step[dim];
        behind[dim] = begin[dim] + 1;
        (void)experimental::slice_write(slice(input, from, to, ones), output, begin, behind, steps);
    }
    return output;
}

}  // namespace

Tensor experimental::slice_write(const Tensor& input, const Tensor& output, const Places& start,
                                 const Places& end, const Places& step) {
    check_write(input, output, start, end, step);
    if (input.logical_volume() == 0) return output;
    for (std::size_t d = 0; d < step.size(); d++)
        if (step[d] != 1) return write_apart(input, output, d, start, end, step);
    const auto& shape = output.logical_shape();
    TT_FATAL(shape.rank() >= 2, "slice_write: tensors of rank {} are not supported, 2 is the least",
             shape.rank());
    data_movement::Map map = data_movement::identity(shape);
    const data_movement::Part whole = map.parts[0];
    map.parts.clear();
    for (std::size_t d = 0; d < shape.rank(); d++) add_around(map, d, whole, start, end);
    data_movement::Part part = whole;
    part.source = 1;
    for (std::size_t d = 0; d < shape.rank(); d++) {
        part.axes[d].begin = start[d];
        part.axes[d].end = end[d];
    }
    map.parts.push_back(part);
    const Tensor sources[] = {output, input};
    const Tensor made =
        data_movement::remap("slice_write", sources, map, shape, DRAM_MEMORY_CONFIG);
    return to_memory_config(made, output.memory_config(), std::nullopt, output);
}

}  // namespace ttnn
