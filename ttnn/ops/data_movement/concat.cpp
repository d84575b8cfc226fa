// concat and stack.
#include "ttnn/operations/data_movement/concat/concat.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/stack/stack.hpp"
#include "ttnn/operations/data_movement/unsqueeze/unsqueeze.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

constexpr std::size_t kMostPieces = 14;  // of one program: its arguments are limited

void check_alike(const std::vector<Tensor>& tensors, std::uint32_t dim) {
    const Tensor& first = tensors.front();
    for (const Tensor& tensor : tensors) {
        const tt::tt_metal::Shape &a = first.logical_shape(), &b = tensor.logical_shape();
        TT_FATAL(a.rank() == b.rank(), "concat: All tensors must have the same rank: {} and {}",
                 a.rank(), b.rank());
        TT_FATAL(tensor.dtype() == first.dtype(),
                 "concat: All Tensors should have same dtypes: {} and {}", first.dtype(),
                 tensor.dtype());
        TT_FATAL(tensor.layout() == first.layout(),
                 "concat: All Tensors should have same layouts: {} and {}", first.layout(),
                 tensor.layout());
        for (std::uint32_t d = 0; d < a.rank(); d++)
            TT_FATAL(d == dim || a[static_cast<int>(d)] == b[static_cast<int>(d)],
                     "concat: All dimensions must be the same size except for the dimension along "
                     "which the contenation is taking place: {} and {}",
                     a, b);
    }
}

Tensor concat_once(const std::vector<Tensor>& tensors, std::uint32_t dim,
                   const std::optional<MemoryConfig>& memory_config, unsigned groups,
                   const std::optional<CoreRangeSet>& cores, const std::optional<Tensor>& output) {
    ttsl::SmallVector<std::uint32_t> dims(tensors[0].logical_shape().begin(),
                                          tensors[0].logical_shape().end());
    const std::size_t added = dims.size() < 2 ? 2 - dims.size() : 0;
    const std::size_t at = dim + added;
    data_movement::Map map{tt::tt_metal::Shape(), {}};
    std::uint32_t begin = 0;
    for (unsigned group = 0; group < groups; group++)
        for (std::uint32_t i = 0; i < tensors.size(); i++) {
            const std::uint32_t extent = tensors[i].logical_shape()[static_cast<int>(dim)] / groups;
            data_movement::Part part = data_movement::identity(tensors[i].logical_shape()).parts[0];
            part.source = i;
            part.axes[at].begin = begin;
            part.axes[at].start = group * extent;
            begin += extent;
            part.axes[at].end = begin;
            map.parts.push_back(std::move(part));
        }
    dims[dim] = begin;
    const tt::tt_metal::Shape shape(dims);
    map.shape = data_movement::matrix_shape(shape);
    const MemoryConfig memory =
        output ? output->memory_config()
               : data_movement::result_memory(memory_config, tensors[0], shape);
    return data_movement::remap("concat", tensors, map, shape, memory, 0, cores, output);
}

}  // namespace

Tensor concat(const std::vector<Tensor>& tensors, int dim,
              const std::optional<MemoryConfig>& memory_config, const std::optional<Tensor>& output,
              unsigned int groups, const std::optional<CoreRangeSet>& sub_core_grids) {
    TT_FATAL(!tensors.empty(), "concat: need 1 or more tensors");
    for (const Tensor& tensor : tensors) eltwise::need_device("concat", tensor);
    const std::uint32_t d =
        data_movement::dim_index("concat", dim, tensors[0].logical_shape().rank());
    check_alike(tensors, d);
    TT_FATAL(groups >= 1, "concat: groups is 0, 1 or more is allowed");
    for (const Tensor& tensor : tensors)
        TT_FATAL(tensor.logical_shape()[static_cast<int>(d)] % groups == 0,
                 "concat: {} elements do not divide into {} groups",
                 tensor.logical_shape()[static_cast<int>(d)], groups);
    if (tensors.size() == 1 && !output)
        return memory_config ? to_memory_config(tensors[0], *memory_config) : tensors[0];
    if (tensors.size() * groups <= kMostPieces)
        return concat_once(tensors, d, memory_config, groups, sub_core_grids, output);
    TT_FATAL(groups == 1, "concat: {} groups of {} tensors are not supported, {} parts are", groups,
             tensors.size(), kMostPieces);
    std::vector<Tensor> joined;
    for (std::size_t i = 0; i < tensors.size(); i += kMostPieces) {
        const auto first = tensors.begin() + static_cast<std::ptrdiff_t>(i);
        const auto count = std::min(kMostPieces, tensors.size() - i);
        joined.push_back(concat({first, first + static_cast<std::ptrdiff_t>(count)}, dim,
                                DRAM_MEMORY_CONFIG, std::nullopt, 1, sub_core_grids));
    }
    return concat(joined, dim, memory_config.value_or(tensors[0].memory_config()), output, 1,
                  sub_core_grids);
}

Tensor stack(const std::vector<Tensor>& tensors, int dim) {
    TT_FATAL(!tensors.empty(), "stack: Stack expects at least one tensor");
    std::vector<Tensor> deeper;
    for (const Tensor& tensor : tensors) deeper.push_back(unsqueeze(tensor, dim));
    return concat(deeper, dim);
}

}  // namespace ttnn
