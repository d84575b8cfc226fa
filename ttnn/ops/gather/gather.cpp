// gather: its rules, and other dimensions by the last one.
#include "ttnn/operations/data_movement/gather/gather.hpp"

#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/gather/operation.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

namespace {

using namespace tt::tt_metal;
using gather_op::GatherOp;

constexpr DataType kGatherTypes[] = {DataType::BFLOAT16, DataType::FLOAT32, DataType::UINT16,
                                     DataType::UINT32, DataType::INT32};

void check_gather_types(const Tensor& input, const Tensor& index) {
    TT_FATAL(std::ranges::find(kGatherTypes, input.dtype()) != std::end(kGatherTypes),
             "gather: input_tensor is of type {}; BFLOAT16, FLOAT32, UINT16, UINT32 and INT32 are "
             "allowed",
             input.dtype());
    TT_FATAL(index.dtype() == DataType::UINT32 || index.dtype() == DataType::UINT16,
             "gather: the index is of type {}; UINT32 and UINT16 are allowed", index.dtype());
    TT_FATAL(input.layout() == index.layout(),
             "gather: input_tensor is in {} and the index in {}; both must be in the same layout",
             input.layout(), index.layout());
}

std::int32_t check_gather_shapes(const Tensor& input, std::int32_t dim, const Tensor& index,
                                 const std::optional<Tensor>& output) {
    const auto &a = input.logical_shape(), &b = index.logical_shape();
    TT_FATAL(a.rank() == b.rank(),
             "gather: input_tensor has shape {} and the index {}; their ranks must be equal", a, b);
    const auto rank = static_cast<std::int32_t>(a.rank());
    TT_FATAL(dim >= -std::max(rank, 1) && dim < std::max(rank, 1),
             "gather: dim is {}, it must be between {} and {}", dim, -rank, rank - 1);
    if (dim < 0) dim += rank;
    for (std::int32_t d = 0; d < rank; d++)
        TT_FATAL(d == dim || b[d] <= a[d],
                 "gather: the index has {} elements in dimension {}, input_tensor has {}; it may "
                 "have more in dimension dim ({}) alone",
                 b[d], d, a[d], dim);
    TT_FATAL(!output || output->logical_shape() == b,
             "gather: the output tensor has shape {}, it must be that of the index, {}",
             output->logical_shape(), b);
    return dim;
}

gather_op::Task task_of(const Tensor& input, const Tensor& index, const CoreRangeSet& cores) {
    MeshDevice& device = *input.device();
    const auto &a = input.logical_shape(), &b = index.logical_shape();
    const auto bytes = [](DataType type) {
        return datum_size(datatype_to_dataformat_converter(type));
    };
    const auto base = device.allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto top = device.lowest_occupied_compute_l1_address();
    const std::uint32_t height = b.rank() < 2 ? 1 : b[-2];
    return {.tiles = input.layout() == Layout::TILE,
            .element = static_cast<std::uint32_t>(bytes(input.dtype())),
            .index_bytes = static_cast<std::uint32_t>(bytes(index.dtype())),
            .width = a[-1],
            .out_width = b[-1],
            .height = height,
            .matrices = static_cast<std::uint32_t>(b.volume() / (1ull * height * b[-1])),
            .cores = cores.num_cores(),
            .rectangle = cores.ranges().size() == 1,
            .align = device.allocator()->get_alignment(BufferType::DRAM),
            .l1_bytes = (top ? *top : device.l1_size_per_core()) - base};
}

// Another dimension becomes the last one, and the result is turned back.
Tensor turned(const Tensor& input, std::int32_t dim, const Tensor& index,
              const MemoryConfig& memory, const std::optional<Tensor>& output,
              const std::optional<CoreRangeSet>& cores,
              const std::optional<operations::data_movement::GatherVariant>& variant) {
    const Tensor lying = ttnn::gather(transpose(input, dim, -1, DRAM_MEMORY_CONFIG), -1,
                                      transpose(index, dim, -1, DRAM_MEMORY_CONFIG), false,
                                      DRAM_MEMORY_CONFIG, std::nullopt, cores, variant);
    const Tensor result = transpose(lying, dim, -1, memory);
    return output ? to_memory_config(result, output->memory_config(), std::nullopt, output)
                  : result;
}

}  // namespace

Tensor gather(const Tensor& input, std::int8_t dim, const Tensor& index, bool sparse_grad,
              const std::optional<MemoryConfig>& memory_config, std::optional<Tensor> output,
              const std::optional<CoreRangeSet>& sub_core_grids,
              const std::optional<operations::data_movement::GatherVariant>& variant) {
    eltwise::need_device("gather", input);
    eltwise::need_device("gather", index);
    TT_FATAL(!sparse_grad, "gather: sparse_grad is not supported");
    check_gather_types(input, index);
    const std::int32_t along = check_gather_shapes(input, dim, index, output);
    const auto& shape = index.logical_shape();
    const MemoryConfig memory = memory_config        ? *memory_config
                                : output             ? output->memory_config()
                                : input.is_sharded() ? MemoryConfig{}
                                                     : input.memory_config();
    if (shape.volume() == 0)
        return output ? *output
                      : create_device_tensor(
                            eltwise::spec_like(shape, input.dtype(), input.layout(), memory),
                            input.device());
    if (shape.rank() == 0) {
        const Tensor one = gather(ttnn::reshape(input, Shape({1})), 0,
                                  ttnn::reshape(index, Shape({1})), false, memory);
        return ttnn::reshape(one, shape);
    }
    if (along + 1 < static_cast<std::int32_t>(shape.rank()))
        return turned(input, along, index, memory, output, sub_core_grids, variant);
    TT_FATAL(shape.rank() <= 7, "gather: shapes of rank {} are not supported, 7 is the most",
             shape.rank());
    const CoreCoord grid = input.device()->compute_with_storage_grid_size();
    const CoreRangeSet cores = sub_core_grids
                                   ? *sub_core_grids
                                   : CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
    const gather_op::Task task = task_of(input, index, cores);
    const auto chosen = variant ? *variant : gather_op::choose(task);
    TT_FATAL(task.rectangle || !(gather_op::shares_stream(chosen) ||
                                 chosen == gather_op::Variant::PARTITIONED_L1),
             "gather: the variant needs a rectangle of cores, sub_core_grids is none");
    return run_one<GatherOp>({chosen, task, memory, cores}, {&input, &index}, output);
}

}  // namespace ttnn
