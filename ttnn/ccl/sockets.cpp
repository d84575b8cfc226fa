// Tensors through sockets: the cores of the connections share the pages, in order.
#include <algorithm>
#include <iterator>
#include <set>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "ccl/composite.hpp"
#include "core/program.hpp"
#include "ttnn/operations/experimental/ccl/send_recv_async/recv_async/recv_async.hpp"
#include "ttnn/operations/experimental/ccl/send_recv_async/send_async/send_async.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using namespace tt::tt_fabric;

namespace {

constexpr std::uint8_t kPages = 0;
constexpr std::uint32_t kPagesAhead = 4;

// A core of this device, and the device at the other end.
struct End {
    std::uint32_t device;  // its number in the mesh, row by row
    CoreCoord core;
    std::uint32_t mesh, here, there;  // fabric nodes
};

// What programs depend on.
struct SocketArgs {
    std::vector<End> ends;
    std::uint32_t page;  // in the FIFO
    bool in_dram;
    FabricConfig fabric;
    std::uint32_t config;  // address of the socket's words
};

// The next device of the way there: on lines workers are connected to their neighbours.
FabricNodeId first_hop(const End& end) {
    const FabricNodeId there(MeshId{end.mesh}, end.there);
    if (is_2D_topology(get_fabric_topology())) return there;
    const std::uint32_t columns = get_physical_mesh_shapes().at(there.mesh_id)[1];
    const std::uint32_t step = end.here / columns == end.there / columns ? 1 : columns;
    return FabricNodeId(there.mesh_id, end.there > end.here ? end.here + step : end.here - step);
}

// What both operations are made of.
template <bool sends>
struct Through {
    using Args = SocketArgs;
    static constexpr std::string_view name = sends ? "send_async" : "recv_async";

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args&, Inputs) { return {}; }
    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs,
                                        const MeshCoordinate& at) {
        ProgramDescriptor program;
        const std::uint32_t device = at[0] * in[0].device()->shape()[1] + at[1];
        std::vector<End> ends;
        std::ranges::copy_if(args.ends, std::back_inserter(ends),
                             [&](const End& e) { return e.device == device; });
        if (ends.empty()) return program;
        const program::Split split = shares(ends, in[0].buffer()->num_pages());
        program.cbs.push_back(
            program::circular_buffer(kPages, in[0].dtype(), args.page, kPagesAhead, split.cores));
        if (sends)
            program.kernels.push_back(program::page_reader(kPages, in[0], args.page, 1, split));
        program.kernels.push_back(mover(args, in[0], split));
        for (std::size_t i = 0; i < ends.size(); i++) add_core(program, ends, i, split.shares[i]);
        return program;
    }

    // As evenly as it goes; both ends reckon alike.
    static program::Split shares(const std::vector<End>& ends, std::uint32_t pages) {
        const auto count = static_cast<std::uint32_t>(ends.size());
        program::Split split;
        std::set<CoreRange> cores;
        std::uint32_t first = 0;
        for (std::uint32_t i = 0; i < count; i++) {
            const std::uint32_t own = pages / count + (i < pages % count ? 1 : 0);
            split.shares.push_back({ends[i].core, first, own});
            cores.insert(CoreRange(ends[i].core));
            first += own;
        }
        split.cores = CoreRangeSet(cores);
        return split;
    }

    static KernelDescriptor mover(const Args& args, const Tensor& tensor,
                                  const program::Split& split) {
        KernelDescriptor kernel = program::data_mover(
            sends ? "ccl/kernels/send_socket.cpp" : "ccl/kernels/receive_socket.cpp", false,
            split.cores);
        kernel.compile_time_args = {kPages};
        KernelDescriptor::RTArgList common;
        common.append({args.page, args.config, args.in_dram ? 1u : 0u});
        if (!sends) {
            program::append_sized(kernel, tensor);
            common.push_back(tensor.buffer());
            common.append({static_cast<std::uint32_t>(tensor.buffer()->page_size()),
                           program::page_bytes(tensor)});
        }
        kernel.emplace_common_runtime_args(common);
        return kernel;
    }

    // The connections of a device have a link each of those that lead the same way.
    static void add_core(ProgramDescriptor& program, const std::vector<End>& ends, std::size_t i,
                         const program::Share& share) {
        const End& end = ends[i];
        const FabricNodeId here(MeshId{end.mesh}, end.here), next = first_hop(end);
        const auto before =
            std::ranges::count_if(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(i),
                                  [&](const End& e) { return first_hop(e) == next; });
        const auto links = get_forwarding_link_indices(here, next);
        TT_FATAL(static_cast<std::size_t>(before) < links.size(),
                 "{}: {} connections of the socket begin at {} towards {}, where there are {} "
                 "links: one is needed for each",
                 name, before + 1, here, next, links.size());
        const std::uint32_t bank = static_cast<std::uint32_t>(i);
        std::vector<uint32_t> args{bank, share.count};
        if (!sends) args = {bank, share.first, share.count};
        append_fabric_connection_rt_args(here, next, links[static_cast<std::size_t>(before)],
                                         program, share.core, args);
        program.kernels.back().runtime_args.emplace_back(share.core, std::move(args));
    }
};

SocketArgs arguments(std::string_view op, const Tensor& tensor, const MeshSocket& socket,
                     SocketEndpoint endpoint) {
    ccl::need_device(op, tensor);
    TT_FATAL(socket.get_socket_endpoint_type() == endpoint,
             "{}: the socket is the {}'s end, the {}'s is needed", op,
             endpoint == SocketEndpoint::SENDER ? "receiver" : "sender",
             endpoint == SocketEndpoint::SENDER ? "sender" : "receiver");
    TT_FATAL(socket.get_mesh_device() == tensor.device(),
             "{}: the tensor and the socket are on different meshes", op);
    const SocketMemoryConfig& memory = socket.get_config().socket_mem_config;
    const Buffer& pages = *tensor.buffer();
    // A page of the FIFO holds one of either kind of memory.
    constexpr std::uint32_t kAlignment = 64;
    const auto page =
        static_cast<std::uint32_t>((pages.page_size() + kAlignment - 1) / kAlignment * kAlignment);
    TT_FATAL(memory.fifo_size >= page,
             "{}: the FIFO of the socket has {} bytes, a page of the tensor takes {}", op,
             memory.fifo_size, page);
    SocketArgs args{.ends = {},
                    .page = page,
                    .in_dram = memory.socket_storage_type == BufferType::DRAM,
                    .fabric = GetFabricConfig(),
                    .config = static_cast<std::uint32_t>(socket.get_config_buffer()->address())};
    const MeshShape& shape = tensor.device()->shape();
    for (const SocketConnection& c : socket.get_config().socket_connection_config) {
        const bool sends = endpoint == SocketEndpoint::SENDER;
        const MeshCoreCoord &own = sends ? c.sender_core : c.receiver_core,
                            &other = sends ? c.receiver_core : c.sender_core;
        const FabricNodeId here = socket.get_fabric_node_id(endpoint, own.device_coord);
        const FabricNodeId there = socket.get_fabric_node_id(
            sends ? SocketEndpoint::RECEIVER : SocketEndpoint::SENDER, other.device_coord);
        TT_FATAL(here != there, "{}: both ends of a connection are on {}: the tensor is there", op,
                 here);
        args.ends.push_back({own.device_coord[0] * shape[1] + own.device_coord[1], own.core_coord,
                             *here.mesh_id, here.chip_id, there.chip_id});
    }
    return args;
}

}  // namespace

std::vector<Tensor> send_async(const Tensor& input_tensor, const MeshSocket& mesh_socket) {
    run<Through<true>>(arguments("send_async", input_tensor, mesh_socket, SocketEndpoint::SENDER),
                       {&input_tensor});
    return {};
}

std::vector<Tensor> recv_async(const Tensor& output_tensor, const MeshSocket& mesh_socket) {
    run<Through<false>>(
        arguments("recv_async", output_tensor, mesh_socket, SocketEndpoint::RECEIVER),
        {&output_tensor});
    return {output_tensor};
}

}  // namespace ttnn::experimental
