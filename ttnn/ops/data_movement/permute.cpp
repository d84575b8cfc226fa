// permute and transpose.
#include "ttnn/operations/data_movement/permute/permute.hpp"

#include <algorithm>
#include <numeric>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

using Order = std::vector<std::uint32_t>;

Order checked_order(const Tensor& input, const ttsl::SmallVector<std::int64_t>& dims) {
    const std::size_t rank = input.logical_shape().rank();
    TT_FATAL(dims.size() == rank,
             "permute: The number of dimensions in the tensor input does not match the length of "
             "the desired ordering: {} and {}",
             rank, dims.size());
    Order order;
    for (const std::int64_t dim : dims) {
        const std::uint32_t d = data_movement::dim_index("permute", dim, rank);
        TT_FATAL(std::ranges::find(order, d) == order.end(),
                 "permute: dimension {} stands twice in the order", d);
        order.push_back(d);
    }
    return order;
}

bool in_order(const Order& order) {
    return std::ranges::is_sorted(order);
}

Tensor permute_rows(std::string_view op, const Tensor& input, const Order& order,
                    const MemoryConfig& memory) {
    const tt::tt_metal::Shape& from = input.logical_shape();
    ttsl::SmallVector<std::uint32_t> dims;
    data_movement::Map map{tt::tt_metal::Shape(), {{}}};
    for (const std::uint32_t d : order) {
        dims.push_back(from[static_cast<int>(d)]);
        map.parts[0].axes.push_back({0, dims.back(), 0, 1, static_cast<std::int32_t>(d)});
    }
    map.shape = tt::tt_metal::Shape(dims);
    return data_movement::remap(op, {&input, 1}, map, map.shape, memory);
}

// What becomes the last dimension stands before the last, and the two are swapped as tiles are
// transposed. Orders that do not fit that have the rest done before and after.
struct Steps {
    Order before, after;
};

Steps steps_of(const Order& order) {
    const auto last = static_cast<std::uint32_t>(order.size() - 1);
    Steps steps;
    std::ranges::copy_if(order, std::back_inserter(steps.before),
                         [&](std::uint32_t d) { return d != last && d != order.back(); });
    const auto place = static_cast<std::size_t>(std::ranges::find(order, last) - order.begin());
    steps.before.push_back(order.back());
    steps.before.push_back(last);
    // Then the old last dimension is the last but one: to its place.
    steps.after.resize(order.size());
    std::iota(steps.after.begin(), steps.after.end(), 0u);
    std::rotate(steps.after.begin() + static_cast<std::ptrdiff_t>(place), steps.after.end() - 2,
                steps.after.end() - 1);
    return steps;
}

Order swapped_last(std::size_t rank) {
    Order order(rank);
    std::iota(order.begin(), order.end(), 0u);
    std::swap(order[rank - 1], order[rank - 2]);
    return order;
}

// Tiles stay tiles, or are transposed.
bool keeps_tiles(const Order& order) {
    const std::size_t rank = order.size();
    return order[rank - 1] + 2 >= rank && order[rank - 2] + 2 >= rank;
}

Tensor permute_any(std::string_view op, const Tensor& input, const Order& order,
                   const MemoryConfig& memory) {
    const std::size_t rank = order.size();
    const bool tiled = input.layout() == Layout::TILE;
    if (order.back() == rank - 1 || (tiled && keeps_tiles(order)))
        return permute_rows(op, input, order, memory);
    const Steps steps = steps_of(order);
    const bool done = in_order(steps.after);  // after the swap
    const MemoryConfig& between = DRAM_MEMORY_CONFIG;
    Tensor step = input;
    if (!in_order(steps.before)) step = permute_rows(op, step, steps.before, between);
    if (!tiled) step = ttnn::to_layout(step, Layout::TILE, std::nullopt, between);
    step = permute_rows(op, step, swapped_last(rank), done && tiled ? memory : between);
    if (!tiled)
        step = ttnn::to_layout(step, Layout::ROW_MAJOR, std::nullopt, done ? memory : between);
    return done ? step : permute_rows(op, step, steps.after, memory);
}

Tensor permute_as(std::string_view op, const Tensor& input, const Order& order,
                  const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device(op, input);
    if (in_order(order)) return memory_config ? to_memory_config(input, *memory_config) : input;
    ttsl::SmallVector<std::uint32_t> dims;
    for (const std::uint32_t d : order) dims.push_back(input.logical_shape()[static_cast<int>(d)]);
    const MemoryConfig memory =
        data_movement::result_memory(memory_config, input, tt::tt_metal::Shape(dims));
    // Block floats are rounded once, at the end.
    if (is_block_float(input.dtype()) && !keeps_tiles(order))
        return typecast(
            permute_any(op, typecast(input, DataType::BFLOAT16), order, DRAM_MEMORY_CONFIG),
            input.dtype(), memory);
    return permute_any(op, input, order, memory);
}

}  // namespace

Tensor permute(const Tensor& input_tensor, const ttsl::SmallVector<std::int64_t>& dims,
               const std::optional<MemoryConfig>& memory_config, float) {
    return permute_as("permute", input_tensor, checked_order(input_tensor, dims), memory_config);
}
Tensor permute(const Tensor& input_tensor, const ttsl::SmallVector<std::int64_t>& dims,
               float pad_value) {
    return permute(input_tensor, dims, std::nullopt, pad_value);
}

Tensor transpose(const Tensor& input_tensor, std::int64_t dim1, std::int64_t dim2,
                 const std::optional<MemoryConfig>& memory_config_arg, float) {
    const std::size_t rank = input_tensor.logical_shape().rank();
    Order order(rank);
    std::iota(order.begin(), order.end(), 0u);
    std::swap(order[data_movement::dim_index("transpose", dim1, rank)],
              order[data_movement::dim_index("transpose", dim2, rank)]);
    return permute_as("transpose", input_tensor, order, memory_config_arg);
}
Tensor transpose(const Tensor& input_tensor, std::int64_t dim1, std::int64_t dim2,
                 float pad_value) {
    return transpose(input_tensor, dim1, dim2, std::nullopt, pad_value);
}

}  // namespace ttnn
