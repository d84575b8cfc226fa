// Arguments and semaphores with which a worker connects to a router.
#include <fmt/format.h>

#include <algorithm>
#include <tt-metalium/program_descriptors.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/fabric/fabric.hpp"
#include "host/program/program_state.hpp"

namespace tt::tt_fabric {

using namespace ironbird;
using namespace ironbird::host;
using tt_metal::CoreCoord;
using tt_metal::CoreRange;
using tt_metal::CoreRangeSet;
using tt_metal::KernelHandle;
using tt_metal::Program;
using tt_metal::ProgramDescriptor;

namespace {

uint32_t add_semaphore(Program& program, const CoreCoord& core) {
    return tt_metal::CreateSemaphore(program, CoreRangeSet(CoreRange(core, core)), 0);
}

uint32_t add_semaphore(ProgramDescriptor& program, const CoreCoord& core) {
    const auto id = program.find_available_semaphore_id(core, CoreType::WORKER);
    require(id.has_value(), Fault::fabric_connection, "No available semaphore id on core {}", core);
    program.semaphores.push_back(
        {.id = *id, .core_ranges = CoreRangeSet(CoreRange(core, core)), .initial_value = 0});
    return *id;
}

using Defines = std::vector<std::pair<std::string, std::string>>;

void add_defines(Program& program, KernelHandle kernel, const Defines& defines) {
    std::visit(
        [&](auto& config) {
            for (const auto& [name, value] : defines) config.defines[name] = value;
        },
        program.state().kernel(kernel).config);
    program.state().compiled.clear();
}

void add_defines(ProgramDescriptor& program, KernelHandle kernel, const Defines& defines) {
    auto& all = program.kernels[kernel].defines;
    for (const auto& define : defines)
        if (std::ranges::find(all, define) == all.end()) all.emplace_back(define);
}

std::uint8_t channel_to(const FabricNodeId& src, const FabricNodeId& dst, std::uint32_t link) {
    const FabricHost& fabric = FabricHost::get();
    require(src != dst, Fault::fabric_connection,
            "Expected different src and dst chip ids but got same, Src: {}, Dst: {}", src, dst);
    require(src.mesh_id == dst.mesh_id && *src.mesh_id == 0, Fault::fabric_connection,
            "Currently only the chips on the same mesh are supported for 1D fabric. Src: {}, "
            "Dst: {}",
            src, dst);
    const auto side = fabric.towards(src.chip_id, dst.chip_id);
    require(side.has_value(), Fault::fabric_connection,
            "Could not find any forwarding direction from src {} to dst {}", src, dst);
    const auto channels = fabric.channels(src.chip_id, *side);
    require(link < channels.size(), Fault::fabric_connection,
            "Requested link index {} is out of bounds. {} ethernet channels available to forward "
            "b/w src {} and dst {}",
            link, channels.size(), src, dst);
    return channels[link];
}

template <typename P>
void add_connection(const FabricNodeId& src, const FabricNodeId& dst, uint32_t link, P& program,
                    const CoreCoord& core, std::vector<uint32_t>& args, CoreType core_type) {
    require(core_type == CoreType::WORKER, Fault::fabric_connection,
            "append_fabric_connection_rt_args: core_type is {}, WORKER is allowed",
            static_cast<int>(core_type));
    args.push_back(channel_to(src, dst, link));
    args.push_back(add_semaphore(program, core));  // teardown
    args.push_back(add_semaphore(program, core));  // where it reads the cursor to
}

Defines api_defines(FabricApiType type) {
    Defines defines{{type == FabricApiType::Mesh ? "API_TYPE_Mesh" : "API_TYPE_Linear", "1"}};
    if (is_2D_topology(get_fabric_topology())) defines.emplace_back("FABRIC_2D", "1");
    return defines;
}

}  // namespace

template <typename ProgramOrDescriptor>
void append_fabric_connection_rt_args(const FabricNodeId& src_fabric_node_id,
                                      const FabricNodeId& dst_fabric_node_id, uint32_t link_idx,
                                      ProgramOrDescriptor& worker_program_or_desc,
                                      const CoreCoord& worker_core,
                                      std::vector<uint32_t>& worker_args, CoreType core_type) {
    Lock lock;
    add_connection(src_fabric_node_id, dst_fabric_node_id, link_idx, worker_program_or_desc,
                   worker_core, worker_args, core_type);
}

template <typename ProgramOrDescriptor>
void append_routing_plane_connection_manager_rt_args(
    const FabricNodeId& src_fabric_node_id, const std::vector<FabricNodeId>& dst_nodes,
    const std::vector<uint32_t>& connection_link_indices,
    ProgramOrDescriptor& worker_program_or_desc, KernelHandle& kernel_id,
    const CoreCoord& worker_core, std::vector<uint32_t>& worker_args, FabricApiType api_type,
    CoreType core_type) {
    Lock lock;
    require(connection_link_indices.empty() || connection_link_indices.size() == dst_nodes.size(),
            Fault::fabric_connection, "there are {} link indices for {} destinations",
            connection_link_indices.size(), dst_nodes.size());
    const FabricHost& fabric = FabricHost::get();
    for (size_t i = 0; i < dst_nodes.size(); i++) {
        const auto side = fabric.towards(src_fabric_node_id.chip_id, dst_nodes[i].chip_id);
        require(side.has_value(), Fault::fabric_connection,
                "Could not find any forwarding direction from src {} to dst {}", src_fabric_node_id,
                dst_nodes[i]);
        worker_args.push_back(static_cast<uint32_t>(*side));
        add_connection(src_fabric_node_id, dst_nodes[i],
                       connection_link_indices.empty() ? 0 : connection_link_indices[i],
                       worker_program_or_desc, worker_core, worker_args, core_type);
    }
    if (fabric::is_2d(fabric.setup().topology)) {
        worker_args.push_back(fabric.grid().columns());
        worker_args.push_back(src_fabric_node_id.chip_id);
        worker_args.push_back(*src_fabric_node_id.mesh_id);
        for (const FabricNodeId& node : dst_nodes) {
            worker_args.push_back(node.chip_id);
            worker_args.push_back(*node.mesh_id);
        }
    }
    add_defines(worker_program_or_desc, kernel_id, api_defines(api_type));
}

template <typename ProgramOrDescriptor>
uint32_t append_routing_plane_connection_manager_rt_args(
    const FabricNodeId& src_fabric_node_id,
    const std::vector<eth_chan_directions>& attempted_directions,
    const std::vector<uint32_t>& connection_link_indices,
    ProgramOrDescriptor& worker_program_or_desc, KernelHandle& kernel_id,
    const CoreCoord& worker_core, std::vector<uint32_t>& worker_args, FabricApiType api_type,
    CoreType core_type) {
    Lock lock;
    std::vector<FabricNodeId> nodes;
    for (const eth_chan_directions d : attempted_directions)
        if (const auto there = FabricHost::get().grid().neighbour(src_fabric_node_id.chip_id,
                                                                  static_cast<arch::Direction>(d)))
            nodes.emplace_back(src_fabric_node_id.mesh_id, *there);
    append_routing_plane_connection_manager_rt_args(
        src_fabric_node_id, nodes, connection_link_indices, worker_program_or_desc, kernel_id,
        worker_core, worker_args, api_type, core_type);
    return static_cast<uint32_t>(nodes.size());
}

#define IB_FABRIC_CONNECTIONS_OF(P)                                                                \
    template void append_fabric_connection_rt_args<P>(const FabricNodeId&, const FabricNodeId&,    \
                                                      uint32_t, P&, const CoreCoord&,              \
                                                      std::vector<uint32_t>&, CoreType);           \
    template void append_routing_plane_connection_manager_rt_args<P>(                              \
        const FabricNodeId&, const std::vector<FabricNodeId>&, const std::vector<uint32_t>&, P&,   \
        KernelHandle&, const CoreCoord&, std::vector<uint32_t>&, FabricApiType, CoreType);         \
    template uint32_t append_routing_plane_connection_manager_rt_args<P>(                          \
        const FabricNodeId&, const std::vector<eth_chan_directions>&,                              \
        const std::vector<uint32_t>&, P&, KernelHandle&, const CoreCoord&, std::vector<uint32_t>&, \
        FabricApiType, CoreType);
IB_FABRIC_CONNECTIONS_OF(Program)
IB_FABRIC_CONNECTIONS_OF(ProgramDescriptor)
#undef IB_FABRIC_CONNECTIONS_OF

}  // namespace tt::tt_fabric
