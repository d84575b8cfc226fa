// Collectives out of others, where one exchange or one sum on the way does not do.
#include "ccl/composite.hpp"

#include <algorithm>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"

namespace ttnn::ccl {

using namespace tt::tt_metal;
using tt::tt_metal::distributed::MeshMapperConfig;

void need_device(std::string_view op, const Tensor& input) {
    TT_FATAL(input.storage_type() == StorageType::DEVICE, "{}: the input must be on a device", op);
}

namespace {

constexpr std::uint32_t kColumns = 0, kRows = 1;  // cluster_axis of them

bool is_plane(const Tensor& input) {
    const MeshShape& shape = input.device()->shape();
    return shape.dims() == 2 && !shape.is_line_topology();
}

// A call without an axis on a mesh that is no line goes along the rows and then along the columns.
bool along_both_axes(const std::optional<uint32_t>& axis, const Tensor& input) {
    return !axis && is_plane(input) &&
           tt::tt_fabric::is_2D_topology(tt::tt_fabric::get_fabric_topology());
}

MemoryConfig result_memory(const std::optional<MemoryConfig>& memory, const Tensor& input) {
    return memory.value_or(input.memory_config());
}

using Placement = MeshMapperConfig::Placement;

// How the result is spread: as the input, but the same on all devices where `joins` a placement.
template <typename Joins>
Tensor told(Tensor out, const Tensor& in, Joins joins) {
    const TensorTopology& topology = in.tensor_topology();
    auto placements = topology.placements();
    for (std::size_t i = 0; i < placements.size(); i++)
        if (joins(i, placements[i])) placements[i] = MeshMapperConfig::Replicate{};
    out.update_tensor_topology({topology.distribution_shape(), placements, topology.mesh_coords()});
    return out;
}
Tensor told_gathered(const Tensor& out, const Tensor& in, int dim) {
    const int rank = static_cast<int>(in.logical_shape().rank());
    return told(out, in, [&](std::size_t, const Placement& p) {
        const auto* shard = std::get_if<MeshMapperConfig::Shard>(&p);
        return shard != nullptr && (shard->dim + rank) % rank == dim;
    });
}
Tensor told_spread(const Tensor& out, const Tensor& in, const std::optional<uint32_t>& axis) {
    return told(out, in, [&](std::size_t i, const Placement&) { return !axis || *axis == i; });
}

// Words of the caller's serve one axis; on the other, and for what is put together, our own do.
ExchangeCall along(ExchangeCall call, std::uint32_t axis, bool last) {
    call.axis = axis;
    if (last) return call;
    call.memory = DRAM_MEMORY_CONFIG;
    call.ready.reset();
    call.done.reset();
    call.barrier = true;
    return call;
}

// Whether parts of a gathered dimension do not begin where pages do.
bool tears_pages(const Tensor& input, int dim) {
    const int rank = static_cast<int>(input.logical_shape().rank());
    const std::uint32_t size = input.logical_shape()[dim];
    if (input.layout() == Layout::TILE) return dim >= rank - 2 && size % 32 != 0;
    return dim == rank - 1 && size * input.element_size() % 16 != 0;
}

Tensor joined(const ExchangeCall& call, const Tensor& input, const std::optional<Tensor>& output) {
    ExchangeCall parts = along(call, 0, false);
    parts.axis = call.axis;
    parts.kind = Exchange::broadcast;
    std::vector<Tensor> all = exchange(parts, input);
    if (call.reversed) std::ranges::reverse(all);
    return concat(all, call.dim,
                  output ? output->memory_config() : result_memory(call.memory, input), output);
}

// In the order of the devices, on all of them the same: for what cannot be added on the way.
Tensor sum_of_all(const ReduceCall& call, const Tensor& input) {
    const std::vector<Tensor> all = exchange({.op = call.op,
                                              .kind = Exchange::broadcast,
                                              .axis = call.axis,
                                              .topology = call.topology,
                                              .links = call.links,
                                              .memory = DRAM_MEMORY_CONFIG,
                                              .cores = call.cores},
                                             input);
    Tensor sum = all.front();
    for (std::size_t i = 1; i < all.size(); i++) sum = ttnn::add(sum, all[i]);
    return sum;
}

std::uint32_t line_length(const ReduceCall& call, const Tensor& input) {
    return Lines(call.op, *input.device(), call.axis, call.topology, call.links).length();
}

ReduceCall into_dram(ReduceCall call) {
    call.memory = DRAM_MEMORY_CONFIG;
    return call;
}

}  // namespace

Tensor gather(ExchangeCall call, const Tensor& input, const std::optional<Tensor>& output) {
    need_device(call.op, input);
    call.kind = Exchange::gather;
    call.dim = normalized(call.op, input, call.dim);
    if (along_both_axes(call.axis, input)) {
        if (!call.memory && !output) call.memory = input.memory_config();
        return gather(along(call, kColumns, true), gather(along(call, kRows, false), input),
                      output);
    }
    const Lines lines(call.op, *input.device(), call.axis, call.topology, call.links);
    const Tensor whole = lines.length() > 1 && tears_pages(input, call.dim)
                             ? joined(call, input, output)
                             : exchange(call, input, output).front();
    return told_gathered(whole, input, call.dim);
}

std::vector<Tensor> spread(const ExchangeCall& call, const Tensor& input) {
    need_device(call.op, input);
    if (!along_both_axes(call.axis, input)) {
        std::vector<Tensor> all = exchange(call, input);
        for (Tensor& one : all) one = told_spread(one, input, call.axis);
        return all;
    }
    std::vector<std::vector<Tensor>> columns;
    for (const Tensor& of_row : exchange(along(call, kRows, false), input))
        columns.push_back(exchange(along(call, kColumns, true), of_row));
    std::vector<Tensor> all;
    for (std::size_t row = 0; row < columns.front().size(); row++)
        for (const auto& column : columns)
            all.push_back(told_spread(column[row], input, std::nullopt));
    return all;
}

Tensor spread_one(const ExchangeCall& call, const Tensor& input) {
    need_device(call.op, input);
    if (!along_both_axes(call.axis, input))
        return told_spread(exchange(call, input).front(), input, call.axis);
    ExchangeCall row = along(call, kRows, false), columns = along(call, kColumns, true);
    row.all_lines = false;
    if (!columns.memory) columns.memory = input.memory_config();
    return told_spread(exchange(columns, exchange(row, input).front()).front(), input,
                       std::nullopt);
}

Tensor sum(const SumCall& call, const Tensor& input) {
    const ReduceCall& reduce = call.reduce;
    need_device(reduce.op, input);
    const MemoryConfig memory = result_memory(reduce.memory, input);
    if (!reduce.axis && is_plane(input)) {
        SumCall row{into_dram(reduce)}, column = call;
        row.reduce.words.reset();
        row.reduce.axis = kRows;
        column.reduce.axis = kColumns;
        column.reduce.memory = memory;
        return sum(column, sum(row, input));
    }
    const std::uint32_t devices = line_length(reduce, input);
    if (devices == 1) return copy_of(input, memory, std::nullopt);
    if (input.is_sharded())
        return to_memory_config(sum({into_dram(reduce), call.ready, call.done},
                                    to_memory_config(input, DRAM_MEMORY_CONFIG)),
                                memory);
    int dim = static_cast<int>(input.logical_shape().rank()) - 1;
    while (dim >= 0 && !reduces_on_the_way(input, dim, devices)) dim--;
    if (dim < 0) return to_memory_config(sum_of_all(reduce, input), memory);
    ReduceCall slices = memory.is_sharded() ? into_dram(reduce) : reduce;
    slices.dim = dim;
    return gather({.op = reduce.op,
                   .kind = Exchange::gather,
                   .dim = dim,
                   .axis = reduce.axis,
                   .topology = reduce.topology,
                   .links = reduce.links,
                   .memory = memory,
                   .ready = call.ready,
                   .done = call.done,
                   .cores = reduce.cores},
                  reduce_on_the_way(slices, input));
}

Tensor sum_slices(ReduceCall call, const Tensor& input, const std::optional<Tensor>& output) {
    need_device(call.op, input);
    call.dim = normalized(call.op, input, call.dim);
    const MemoryConfig memory =
        output ? output->memory_config() : result_memory(call.memory, input);
    if (!call.axis && is_plane(input)) {
        // Devices are numbered row by row: their slices are cut by rows first.
        ReduceCall column = into_dram(call), row = call;
        column.words.reset();
        column.axis = kColumns;
        row.axis = kRows;
        row.memory = memory;
        return sum_slices(row, sum_slices(column, input), output);
    }
    const std::uint32_t devices = line_length(call, input);
    if (devices == 1) return copy_of(input, memory, output);
    TT_FATAL(input.logical_shape()[call.dim] % devices == 0,
             "{}: dim {} of {} is cut by {} devices, a multiple of {} elements is allowed", call.op,
             call.dim, input.logical_shape(), devices, devices);
    if (input.is_sharded() || memory.is_sharded())
        return to_memory_config(
            sum_slices(into_dram(call), to_memory_config(input, DRAM_MEMORY_CONFIG)), memory,
            std::nullopt, output);
    if (reduces_on_the_way(input, call.dim, devices)) {
        call.memory = memory;
        return reduce_on_the_way(call, input, output);
    }
    const Tensor slice =
        mesh_partition(sum_of_all(call, input), call.dim, call.axis, DRAM_MEMORY_CONFIG);
    return output ? to_memory_config(slice, memory, std::nullopt, output)
                  : to_memory_config(slice, memory);
}

}  // namespace ttnn::ccl
