// What the fabric knows of itself: chips, ways and channels.
#pragma once

#include <hostdevcommon/fabric_common.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/experimental/fabric/mesh_graph.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt_stl/span.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tt::tt_fabric {

using tt::tt_metal::distributed::MeshCoordinate;
using tt::tt_metal::distributed::MeshCoordinateRange;
using tt::tt_metal::distributed::MeshShape;

// Of this process, or of all.
enum class MeshScope { LOCAL, GLOBAL };

// The meshes of the machine, of which there is one, and its chips row by row.
class MeshGraph {
 public:
    std::vector<MeshId> get_mesh_ids() const;
    std::vector<MeshId> get_all_mesh_ids() const { return get_mesh_ids(); }
    MeshShape get_mesh_shape(MeshId mesh_id,
                             std::optional<MeshHostRankId> host_rank = std::nullopt) const;
    MeshCoordinateRange get_coord_range(
        MeshId mesh_id, std::optional<MeshHostRankId> host_rank = std::nullopt) const;
    MeshCoordinate chip_to_coordinate(MeshId mesh_id, ChipId chip_id) const;
    ChipId coordinate_to_chip(MeshId mesh_id, MeshCoordinate coordinate,
                              std::optional<MeshHostRankId> host_rank = std::nullopt) const;
    bool is_switch_mesh(MeshId) const { return false; }
};

// A view of the process's fabric; it holds nothing of its own. Ways and channels are those of the
// configuration that SetFabricConfig has set, and asking for them without one is refused.
class ControlPlane {
 public:
    FabricNodeId get_fabric_node_id_from_physical_chip_id(ChipId physical_chip_id) const;
    ChipId get_physical_chip_id_from_fabric_node_id(const FabricNodeId& fabric_node_id) const;
    std::optional<ChipId> try_get_physical_chip_id_from_fabric_node_id(
        const FabricNodeId& fabric_node_id) const;

    std::vector<MeshId> get_user_physical_mesh_ids() const;
    std::vector<MeshId> get_local_mesh_id_bindings() const;
    MeshHostRankId get_local_host_rank_id_binding() const;
    MeshCoordinate get_local_mesh_offset() const;
    MeshShape get_physical_mesh_shape(MeshId mesh_id, MeshScope scope = MeshScope::GLOBAL) const;
    MeshCoordinateRange get_coord_range(MeshId mesh_id, MeshScope scope = MeshScope::GLOBAL) const;
    const MeshGraph& get_mesh_graph() const;

    // ---- ways
    // Chips and the channels by which a packet leaves them, from a channel of the first on.
    std::vector<std::pair<FabricNodeId, chan_id_t>> get_fabric_route(
        FabricNodeId src_fabric_node_id, FabricNodeId dst_fabric_node_id,
        chan_id_t src_chan_id) const;
    std::optional<RoutingDirection> get_forwarding_direction(FabricNodeId src_fabric_node_id,
                                                             FabricNodeId dst_fabric_node_id) const;
    std::vector<chan_id_t> get_forwarding_eth_chans_to_chip(FabricNodeId src_fabric_node_id,
                                                            FabricNodeId dst_fabric_node_id) const;
    std::vector<chan_id_t> get_forwarding_eth_chans_to_chip(
        FabricNodeId src_fabric_node_id, FabricNodeId dst_fabric_node_id,
        RoutingDirection forwarding_direction) const;

    // ---- neighbours and channels
    // The neighbour's number as often as there are links to it.
    ttsl::Span<const ChipId> get_intra_chip_neighbors(FabricNodeId src_fabric_node_id,
                                                      RoutingDirection routing_direction) const;
    std::unordered_map<MeshId, std::vector<ChipId>> get_chip_neighbors(
        FabricNodeId src_fabric_node_id, RoutingDirection routing_direction) const;
    size_t get_num_active_fabric_routers(FabricNodeId fabric_node_id) const;
    std::vector<chan_id_t> get_active_fabric_eth_channels_in_direction(
        FabricNodeId fabric_node_id, RoutingDirection routing_direction) const;
    std::vector<chan_id_t> get_active_fabric_eth_routing_planes_in_direction(
        FabricNodeId fabric_node_id, RoutingDirection routing_direction) const;
    size_t get_num_usable_routing_planes(FabricNodeId fabric_node_id,
                                         RoutingDirection routing_direction) const;
    std::set<std::pair<chan_id_t, eth_chan_directions>> get_active_fabric_eth_channels(
        FabricNodeId fabric_node_id) const;
    std::vector<chan_id_t> get_valid_eth_chans_on_routing_plane(
        FabricNodeId fabric_node_id, routing_plane_id_t routing_plane_id) const;
    routing_plane_id_t get_routing_plane_id(FabricNodeId fabric_node_id,
                                            chan_id_t eth_chan_id) const;
    std::optional<std::pair<FabricNodeId, chan_id_t>> try_get_connected_mesh_chip_chan_ids(
        FabricNodeId fabric_node_id, chan_id_t chan_id) const;
    std::pair<FabricNodeId, chan_id_t> get_connected_mesh_chip_chan_ids(FabricNodeId fabric_node_id,
                                                                        chan_id_t chan_id) const;
    eth_chan_directions get_eth_chan_direction(FabricNodeId fabric_node_id, int chan) const;
    eth_chan_directions routing_direction_to_eth_direction(RoutingDirection direction) const;
    RoutingDirection eth_direction_to_routing_direction(eth_chan_directions direction) const;
    std::vector<chan_id_t> get_intermesh_facing_eth_chans(FabricNodeId) const { return {}; }
    std::vector<chan_id_t> get_intramesh_facing_eth_chans(FabricNodeId fabric_node_id) const;

    FabricConfig get_fabric_config() const { return GetFabricConfig(); }
};

}  // namespace tt::tt_fabric
