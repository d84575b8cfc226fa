// The control plane's questions, answered from the cluster and the fabric's grid.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tt-metalium/experimental/fabric/control_plane.hpp>
#include <tt-metalium/mesh_device.hpp>

#include "host/device/device_state.hpp"
#include "host/fabric/nodes.hpp"

namespace tt::tt_fabric {

using namespace ironbird;
using namespace ironbird::host;
using arch::Direction;

namespace {

std::vector<chan_id_t> channels_to(std::uint32_t chip, RoutingDirection routing) {
    const auto side = direction_of(routing);
    return side ? FabricHost::get().channels(chip, *side) : std::vector<chan_id_t>{};
}

}  // namespace

// ---- the mesh

std::vector<MeshId> MeshGraph::get_mesh_ids() const {
    return {kMesh0};
}
MeshShape MeshGraph::get_mesh_shape(MeshId mesh_id, std::optional<MeshHostRankId>) const {
    Lock lock;
    need_mesh(mesh_id);
    const arch::Cluster& cluster = Machine::get().cluster();
    return MeshShape(cluster.rows(), cluster.columns());
}
MeshCoordinateRange MeshGraph::get_coord_range(MeshId mesh_id,
                                               std::optional<MeshHostRankId> host_rank) const {
    return MeshCoordinateRange(get_mesh_shape(mesh_id, host_rank));
}
MeshCoordinate MeshGraph::chip_to_coordinate(MeshId mesh_id, ChipId chip_id) const {
    const MeshShape shape = get_mesh_shape(mesh_id);
    const auto chip = static_cast<std::uint32_t>(chip_id);
    require(chip < shape.mesh_size(), Fault::usage, "there is no chip {} in the mesh", chip_id);
    return MeshCoordinate(chip / shape[1], chip % shape[1]);
}
ChipId MeshGraph::coordinate_to_chip(MeshId mesh_id, MeshCoordinate coordinate,
                                     std::optional<MeshHostRankId> host_rank) const {
    const MeshShape shape = get_mesh_shape(mesh_id, host_rank);
    require(coordinate[0] < shape[0] && coordinate[1] < shape[1], Fault::usage,
            "there is no chip at {} in the mesh of {}", coordinate, shape);
    return static_cast<ChipId>(coordinate[0] * shape[1] + coordinate[1]);
}

const MeshGraph& ControlPlane::get_mesh_graph() const {
    static const MeshGraph graph;
    return graph;
}
std::vector<MeshId> ControlPlane::get_user_physical_mesh_ids() const {
    return {kMesh0};
}
std::vector<MeshId> ControlPlane::get_local_mesh_id_bindings() const {
    return {kMesh0};
}
MeshHostRankId ControlPlane::get_local_host_rank_id_binding() const {
    return MeshHostRankId{0};
}
MeshCoordinate ControlPlane::get_local_mesh_offset() const {
    return MeshCoordinate(0, 0);
}
MeshShape ControlPlane::get_physical_mesh_shape(MeshId mesh_id, MeshScope) const {
    return get_mesh_graph().get_mesh_shape(mesh_id);
}
MeshCoordinateRange ControlPlane::get_coord_range(MeshId mesh_id, MeshScope) const {
    return get_mesh_graph().get_coord_range(mesh_id);
}

// ---- chips

FabricNodeId ControlPlane::get_fabric_node_id_from_physical_chip_id(ChipId id) const {
    return tt_fabric::get_fabric_node_id_from_physical_chip_id(id);
}
ChipId ControlPlane::get_physical_chip_id_from_fabric_node_id(const FabricNodeId& node) const {
    Lock lock;
    return static_cast<ChipId>(FabricHost::get().device_of(chip_in_mesh(node)));
}
std::optional<ChipId> ControlPlane::try_get_physical_chip_id_from_fabric_node_id(
    const FabricNodeId& node) const {
    Lock lock;
    if (node.mesh_id != kMesh0 || node.chip_id >= Machine::get().cluster().devices())
        return std::nullopt;
    return get_physical_chip_id_from_fabric_node_id(node);
}

// ---- ways

std::optional<RoutingDirection> ControlPlane::get_forwarding_direction(FabricNodeId src,
                                                                       FabricNodeId dst) const {
    Lock lock;
    const std::uint32_t from = chip_in_mesh(src), to = chip_in_mesh(dst);
    if (from == to) return std::nullopt;
    return routing_of(next_side(from, to));
}

std::vector<chan_id_t> ControlPlane::get_forwarding_eth_chans_to_chip(FabricNodeId src,
                                                                      FabricNodeId dst) const {
    const auto direction = get_forwarding_direction(src, dst);
    return direction ? get_forwarding_eth_chans_to_chip(src, dst, *direction)
                     : std::vector<chan_id_t>{};
}
std::vector<chan_id_t> ControlPlane::get_forwarding_eth_chans_to_chip(
    FabricNodeId src, FabricNodeId, RoutingDirection direction) const {
    return get_active_fabric_eth_channels_in_direction(src, direction);
}

std::vector<std::pair<FabricNodeId, chan_id_t>> ControlPlane::get_fabric_route(
    FabricNodeId src, FabricNodeId dst, chan_id_t src_chan_id) const {
    Lock lock;
    const FabricHost& fabric = FabricHost::get();
    const routing_plane_id_t plane = get_routing_plane_id(src, src_chan_id);
    std::vector<std::pair<FabricNodeId, chan_id_t>> route;
    const std::uint32_t to = chip_in_mesh(dst);
    for (std::uint32_t at = chip_in_mesh(src); at != to;) {
        const Direction side = next_side(at, to);
        const auto channels = fabric.channels(at, side);
        const auto next = fabric.grid().neighbour(at, side);
        require(next && plane < channels.size(), Fault::usage,
                "there is no way from {} to {} over plane {}", src, dst, plane);
        route.emplace_back(FabricNodeId(kMesh0, at), channels[plane]);
        at = *next;
    }
    return route;
}

// ---- neighbours and channels

ttsl::Span<const ChipId> ControlPlane::get_intra_chip_neighbors(FabricNodeId src,
                                                                RoutingDirection routing) const {
    // Spans of every number as often as there can be links.
    constexpr std::size_t kMostLinks = 4;
    static const auto numbers = [] {
        std::array<ChipId, kMaxDevices * kMostLinks> all{};
        for (std::size_t i = 0; i < all.size(); i++) all[i] = static_cast<ChipId>(i / kMostLinks);
        return all;
    }();
    Lock lock;
    const auto side = direction_of(routing);
    const std::uint32_t chip = chip_in_mesh(src);
    const auto there = side ? FabricHost::get().grid().neighbour(chip, *side) : std::nullopt;
    if (!there) return {};
    const std::size_t links = FabricHost::get().channels(chip, *side).size();
    return {numbers.data() + *there * kMostLinks, std::min(links, kMostLinks)};
}

std::unordered_map<MeshId, std::vector<ChipId>> ControlPlane::get_chip_neighbors(
    FabricNodeId src, RoutingDirection routing) const {
    const auto all = get_intra_chip_neighbors(src, routing);
    if (all.empty()) return {};
    return {{kMesh0, {all.begin(), all.end()}}};
}

std::vector<chan_id_t> ControlPlane::get_active_fabric_eth_channels_in_direction(
    FabricNodeId node, RoutingDirection routing) const {
    Lock lock;
    return channels_to(chip_in_mesh(node), routing);
}
std::vector<chan_id_t> ControlPlane::get_active_fabric_eth_routing_planes_in_direction(
    FabricNodeId node, RoutingDirection routing) const {
    return tt_fabric::get_active_fabric_eth_routing_planes_in_direction(node, routing);
}
size_t ControlPlane::get_num_usable_routing_planes(FabricNodeId node,
                                                   RoutingDirection routing) const {
    return tt_fabric::get_num_usable_routing_planes(node, routing);
}

std::set<std::pair<chan_id_t, eth_chan_directions>> ControlPlane::get_active_fabric_eth_channels(
    FabricNodeId node) const {
    Lock lock;
    std::set<std::pair<chan_id_t, eth_chan_directions>> all;
    for (const RoutingSide& side : kRoutingSides)
        for (const chan_id_t channel : channels_to(chip_in_mesh(node), side.routing))
            all.emplace(channel, static_cast<eth_chan_directions>(side.direction));
    return all;
}
size_t ControlPlane::get_num_active_fabric_routers(FabricNodeId node) const {
    return get_active_fabric_eth_channels(node).size();
}
std::vector<chan_id_t> ControlPlane::get_intramesh_facing_eth_chans(FabricNodeId node) const {
    std::vector<chan_id_t> all;
    for (const auto& [channel, direction] : get_active_fabric_eth_channels(node))
        all.push_back(channel);
    return all;
}

std::vector<chan_id_t> ControlPlane::get_valid_eth_chans_on_routing_plane(
    FabricNodeId node, routing_plane_id_t plane) const {
    Lock lock;
    std::vector<chan_id_t> all;
    for (const RoutingSide& side : kRoutingSides)
        if (const auto channels = channels_to(chip_in_mesh(node), side.routing);
            plane < channels.size())
            all.push_back(channels[plane]);
    return all;
}

routing_plane_id_t ControlPlane::get_routing_plane_id(FabricNodeId node, chan_id_t channel) const {
    Lock lock;
    for (const RoutingSide& side : kRoutingSides) {
        const auto channels = channels_to(chip_in_mesh(node), side.routing);
        if (const auto at = std::ranges::find(channels, channel); at != channels.end())
            return static_cast<routing_plane_id_t>(at - channels.begin());
    }
    throw Error(Fault::usage, fmt::format("channel {} of {} has no router", channel, node));
}

eth_chan_directions ControlPlane::get_eth_chan_direction(FabricNodeId node, int channel) const {
    for (const auto& [number, direction] : get_active_fabric_eth_channels(node))
        if (number == channel) return direction;
    throw Error(Fault::usage, fmt::format("channel {} of {} has no router", channel, node));
}

std::optional<std::pair<FabricNodeId, chan_id_t>>
ControlPlane::try_get_connected_mesh_chip_chan_ids(FabricNodeId node, chan_id_t channel) const {
    Lock lock;
    const FabricHost& fabric = FabricHost::get();
    const auto device = static_cast<std::uint16_t>(fabric.device_of(chip_in_mesh(node)));
    const auto peer = Machine::get().cluster().peer({device, channel});
    if (!peer) return std::nullopt;
    return std::pair(FabricNodeId(kMesh0, fabric.chip_of(peer->device)), chan_id_t{peer->channel});
}
std::pair<FabricNodeId, chan_id_t> ControlPlane::get_connected_mesh_chip_chan_ids(
    FabricNodeId node, chan_id_t channel) const {
    const auto found = try_get_connected_mesh_chip_chan_ids(node, channel);
    require(found.has_value(), Fault::usage, "no cable is in channel {} of {}", channel, node);
    return *found;
}

eth_chan_directions ControlPlane::routing_direction_to_eth_direction(
    RoutingDirection routing) const {
    const auto side = direction_of(routing);
    require(side.has_value(), Fault::usage, "no channel leads to direction {}",
            static_cast<int>(routing));
    return static_cast<eth_chan_directions>(*side);
}
RoutingDirection ControlPlane::eth_direction_to_routing_direction(
    eth_chan_directions direction) const {
    return routing_of(static_cast<Direction>(direction));
}

}  // namespace tt::tt_fabric
