// The collectives, put together from exchanges, sums and slices.
#include <tt_stl/assert.hpp>

#include "ccl/composite.hpp"
#include "core/program.hpp"
#include "ttnn/operations/ccl/all_broadcast/all_broadcast.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/point_to_point/point_to_point.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using ccl::Cut;
using ccl::Exchange;

namespace {

constexpr std::uint8_t kSlice = 0;
constexpr std::uint32_t kWritten = 1;  // pages at a time, as they come

// Of a device's own tensor; nothing moves between devices.
struct PartitionOp {
    static constexpr std::string_view name = "mesh_partition";
    struct Args {
        int dim;
        std::uint32_t parts;
        int axis;  // -1: row by row over the whole mesh
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        TT_FATAL(!in[0].is_sharded(), "{}: the input is sharded, interleaved is allowed", name);
        TT_FATAL(in[0].logical_shape()[args.dim] % args.parts == 0,
                 "{}: dim {} has {} elements, a multiple of {} is allowed", name, args.dim,
                 in[0].logical_shape()[args.dim], args.parts);
        ccl::cut_of(name, in[0], spec(args, in[0]), args.dim, args.parts);
    }
    static TensorSpec spec(const Args& args, const Tensor& in) {
        Shape shape = in.logical_shape();
        shape[args.dim] /= args.parts;
        return {shape, TensorLayout(in.dtype(), PageConfig(in.layout()), args.memory)};
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {spec(args, in[0])};
    }
    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs out,
                                        const MeshCoordinate& at) {
        const Cut cut = ccl::cut_of(name, in[0], out[0].tensor_spec(), args.dim, args.parts);
        const std::uint32_t place =
            args.axis < 0 ? at[0] * in[0].device()->shape()[1] + at[1] : at[args.axis];
        const Buffer& pages = *out[0].buffer();
        const auto bytes = static_cast<std::uint32_t>(pages.page_size());
        const auto stride = static_cast<std::uint32_t>(pages.aligned_page_size());
        const program::Split split = program::split(*in[0].device(), pages.num_pages());
        KernelDescriptor reader =
            program::data_mover("ccl/kernels/read_slice.cpp", true, split.cores);
        reader.compile_time_args = {kSlice};
        program::append(reader, in[0]);
        reader.emplace_common_runtime_args({in[0].buffer(), bytes, cut.inner, cut.step,
                                            cut.offset == 0 ? place * cut.inner : 0u,
                                            place * cut.offset});
        for (const program::Share& share : split.shares)
            reader.emplace_runtime_args(share.core, {share.first, share.count});
        ProgramDescriptor program;
        program.cbs.push_back(program::circular_buffer(kSlice, in[0].dtype(), stride,
                                                       2 * program::kBatch, split.cores));
        program.kernels.push_back(std::move(reader));
        program.kernels.push_back(program::page_writer(kSlice, out[0], stride, kWritten, split));
        return program;
    }
};

}  // namespace

Tensor all_gather(const Tensor& input_tensor, int32_t dim, std::optional<uint32_t> cluster_axis,
                  const std::optional<MemoryConfig>& memory_config,
                  const std::optional<Tensor>& persistent_output_tensor,
                  const std::optional<SubDeviceId>& subdevice_id,
                  const std::optional<CoreRangeSet>& sub_core_grid,
                  std::optional<uint32_t> num_links, std::optional<ccl::Topology> topology,
                  std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>, bool) {
    constexpr std::string_view op = "all_gather";
    return ccl::gather({.op = op,
                        .kind = Exchange::gather,
                        .dim = dim,
                        .axis = cluster_axis,
                        .topology = topology,
                        .links = num_links,
                        .memory = memory_config,
                        .cores = ccl::allowed_cores(op, input_tensor, subdevice_id, sub_core_grid)},
                       input_tensor, persistent_output_tensor);
}

std::vector<Tensor> all_broadcast(const Tensor& input_tensor, std::optional<uint32_t> cluster_axis,
                                  const std::optional<SubDeviceId>& subdevice_id,
                                  const std::optional<MemoryConfig>& memory_config,
                                  std::optional<uint32_t> num_links,
                                  std::optional<ccl::Topology> topology, bool) {
    constexpr std::string_view op = "all_broadcast";
    return ccl::spread({.op = op,
                        .kind = Exchange::broadcast,
                        .axis = cluster_axis,
                        .topology = topology,
                        .links = num_links,
                        .memory = memory_config,
                        .cores = ccl::allowed_cores(op, input_tensor, subdevice_id)},
                       input_tensor);
}

Tensor broadcast(const Tensor& input_tensor, const MeshCoordinate& sender_coord,
                 std::optional<uint32_t> num_links,
                 const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                 std::optional<uint32_t> cluster_axis, std::optional<SubDeviceId> subdevice_id) {
    constexpr std::string_view op = "broadcast";
    return ccl::spread_one({.op = op,
                            .kind = Exchange::one_to_all,
                            .sender = sender_coord,
                            .axis = cluster_axis,
                            .topology = topology,
                            .links = num_links,
                            .memory = memory_config,
                            .cores = ccl::allowed_cores(op, input_tensor, subdevice_id)},
                           input_tensor);
}

Tensor point_to_point(const Tensor& input_tensor, const MeshCoordinate& receiver_coord,
                      const MeshCoordinate& sender_coord, ccl::Topology,
                      const std::optional<Tensor>& optional_output_tensor,
                      const std::optional<Tensor>&) {
    const bool row = receiver_coord[0] == sender_coord[0];
    TT_FATAL(row || receiver_coord[1] == sender_coord[1],
             "point_to_point: {} and {} are neither in one row nor in one column", sender_coord,
             receiver_coord);
    return ccl::exchange({.op = "point_to_point",
                          .kind = Exchange::one_to_one,
                          .sender = sender_coord,
                          .receiver = receiver_coord,
                          .axis = row ? 1u : 0u,
                          .topology = ccl::Topology::Linear,
                          .links = 1},
                         input_tensor, optional_output_tensor)
        .front();
}

Tensor all_reduce(const Tensor& input_tensor, std::optional<uint32_t> cluster_axis,
                  const std::optional<SubDeviceId>& subdevice_id,
                  const std::optional<MemoryConfig>& memory_config,
                  std::optional<uint32_t> num_links, std::optional<ccl::Topology> topology) {
    constexpr std::string_view op = "all_reduce";
    return ccl::sum({{.op = op,
                      .axis = cluster_axis,
                      .topology = topology,
                      .links = num_links,
                      .memory = memory_config,
                      .cores = ccl::allowed_cores(op, input_tensor, subdevice_id)},
                     std::nullopt,
                     std::nullopt},
                    input_tensor);
}

Tensor reduce_scatter(const Tensor& input_tensor, int32_t dim, std::optional<uint32_t> cluster_axis,
                      const std::optional<SubDeviceId>& subdevice_id,
                      const std::optional<MemoryConfig>& memory_config,
                      const std::optional<MemoryConfig>&,
                      const std::optional<Tensor>& optional_output_tensor,
                      std::optional<uint32_t> num_links, std::optional<ccl::Topology> topology,
                      std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>,
                      const std::optional<DeviceComputeKernelConfig>&, bool) {
    constexpr std::string_view op = "reduce_scatter";
    return ccl::sum_slices({.op = op,
                            .dim = dim,
                            .axis = cluster_axis,
                            .topology = topology,
                            .links = num_links,
                            .memory = memory_config,
                            .cores = ccl::allowed_cores(op, input_tensor, subdevice_id)},
                           input_tensor, optional_output_tensor);
}

Tensor mesh_partition(const Tensor& input_tensor, int32_t dim, std::optional<uint32_t> cluster_axis,
                      const std::optional<MemoryConfig>& memory_config) {
    TT_FATAL(input_tensor.storage_type() == StorageType::DEVICE,
             "mesh_partition: the input must be on a device");
    const MeshShape& shape = input_tensor.device()->shape();
    TT_FATAL(shape.dims() == 2 && (!cluster_axis || *cluster_axis < 2),
             "mesh_partition: cluster_axis is {}, 0 and 1 are allowed", cluster_axis.value_or(0));
    const auto parts = static_cast<std::uint32_t>(
        cluster_axis ? shape[static_cast<int>(*cluster_axis)] : shape.mesh_size());
    const MemoryConfig memory = memory_config.value_or(input_tensor.memory_config());
    if (parts == 1) return ccl::copy_of(input_tensor, memory, std::nullopt);
    const int at = ccl::normalized("mesh_partition", input_tensor, dim);
    const int rank = static_cast<int>(input_tensor.logical_shape().rank());
    const std::uint32_t size = input_tensor.logical_shape()[at];
    // Tiles that the cut goes through become rows for it.
    if (input_tensor.layout() == Layout::TILE && at >= rank - 2 && size % parts == 0 &&
        size / parts % 32 != 0)
        return ttnn::to_layout(mesh_partition(ttnn::to_layout(input_tensor, Layout::ROW_MAJOR), at,
                                              cluster_axis, memory),
                               Layout::TILE);
    return run_one<PartitionOp>(
        {at, parts, cluster_axis ? static_cast<int>(*cluster_axis) : -1, memory}, {&input_tensor});
}

}  // namespace ttnn
