// The public functions of the fabric that only ask or configure.
#include <algorithm>
#include <tt-metalium/mesh_device.hpp>

#include "host/device/device_state.hpp"
#include "host/fabric/nodes.hpp"

namespace tt::tt_fabric {

using namespace ironbird;
using namespace ironbird::host;

void SetFabricConfig(FabricConfig fabric_config, FabricReliabilityMode reliability_mode,
                     std::optional<uint8_t> num_routing_planes,
                     FabricTensixConfig fabric_tensix_config, FabricUDMMode fabric_udm_mode,
                     FabricManagerMode, FabricRouterConfig router_config) {
    Lock lock;
    const auto refuse = [](bool wrong, const char* what) {
        if (wrong) throw Error(Fault::not_modelled, fmt::format("{} is not modelled", what));
    };
    refuse(reliability_mode == FabricReliabilityMode::DYNAMIC_RECONFIGURATION_SETUP_MODE,
           "FabricReliabilityMode::DYNAMIC_RECONFIGURATION_SETUP_MODE");
    refuse(fabric_tensix_config != FabricTensixConfig::DISABLED,
           "a FabricTensixConfig other than DISABLED");
    refuse(fabric_udm_mode != FabricUDMMode::DISABLED, "FabricUDMMode::ENABLED");
    FabricHost::get().configure(fabric_config, num_routing_planes, router_config);
}

FabricConfig GetFabricConfig() {
    Lock lock;
    return FabricHost::get().config();
}

bool is_1d_fabric_config(FabricConfig c) {
    return c == FabricConfig::FABRIC_1D || c == FabricConfig::FABRIC_1D_RING ||
           c == FabricConfig::FABRIC_1D_NEIGHBOR_EXCHANGE;
}

bool is_2d_fabric_config(FabricConfig c) {
    return c == FabricConfig::FABRIC_2D || c == FabricConfig::FABRIC_2D_TORUS_X ||
           c == FabricConfig::FABRIC_2D_TORUS_Y || c == FabricConfig::FABRIC_2D_TORUS_XY;
}

Topology get_fabric_topology() {
    Lock lock;
    return static_cast<Topology>(FabricHost::get().setup().topology);
}

size_t get_tt_fabric_packet_header_size_bytes() {
    Lock lock;
    return FabricHost::get().setup().header_bytes;
}
size_t get_tt_fabric_max_payload_size_bytes() {
    Lock lock;
    return FabricHost::get().setup().payload_bytes;
}
size_t get_tt_fabric_channel_buffer_size_bytes() {
    Lock lock;
    return FabricHost::get().setup().slot_bytes();
}

FabricNodeId get_fabric_node_id_from_physical_chip_id(ChipId physical_chip_id) {
    Lock lock;
    need_device_id(physical_chip_id);
    return FabricNodeId(kMesh0,
                        FabricHost::get().chip_of(static_cast<std::uint32_t>(physical_chip_id)));
}

std::vector<uint32_t> get_forwarding_link_indices(const FabricNodeId& src_fabric_node_id,
                                                  const FabricNodeId& dst_fabric_node_id) {
    Lock lock;
    const FabricHost& fabric = FabricHost::get();
    const std::uint32_t from = chip_in_mesh(src_fabric_node_id);
    if (from == chip_in_mesh(dst_fabric_node_id)) return {};
    const arch::Direction side = next_side(from, dst_fabric_node_id.chip_id);
    std::vector<uint32_t> links;
    for (std::size_t i = 0; i < fabric.channels(from, side).size(); i++)
        links.push_back(static_cast<uint32_t>(i));
    return links;
}

std::vector<eth_chan_directions> get_neighbor_eth_directions(
    const FabricNodeId& src_fabric_node_id, const FabricNodeId& dst_fabric_node_id) {
    Lock lock;
    std::vector<eth_chan_directions> found;
    for (const arch::Direction d : arch::kDirections)
        if (FabricHost::get().grid().neighbour(chip_in_mesh(src_fabric_node_id), d) ==
            chip_in_mesh(dst_fabric_node_id))
            found.push_back(static_cast<eth_chan_directions>(d));
    return found;
}

std::optional<eth_chan_directions> get_eth_forwarding_direction(FabricNodeId src_fabric_node_id,
                                                                FabricNodeId dst_fabric_node_id) {
    Lock lock;
    const std::uint32_t from = chip_in_mesh(src_fabric_node_id);
    if (from == chip_in_mesh(dst_fabric_node_id)) return std::nullopt;
    return static_cast<eth_chan_directions>(next_side(from, dst_fabric_node_id.chip_id));
}

std::vector<chan_id_t> get_active_fabric_eth_routing_planes_in_direction(
    FabricNodeId fabric_node_id, RoutingDirection routing_direction) {
    std::vector<chan_id_t> planes;
    for (size_t i = 0; i < get_num_usable_routing_planes(fabric_node_id, routing_direction); i++)
        planes.push_back(static_cast<chan_id_t>(i));
    return planes;
}

size_t get_num_usable_routing_planes(FabricNodeId fabric_node_id,
                                     RoutingDirection routing_direction) {
    Lock lock;
    const auto side = direction_of(routing_direction);
    return side ? FabricHost::get().channels(chip_in_mesh(fabric_node_id), *side).size() : 0;
}

std::unordered_map<MeshId, tt_metal::distributed::MeshShape> get_physical_mesh_shapes() {
    Lock lock;
    const arch::Cluster& cluster = Machine::get().cluster();
    return {{kMesh0, tt_metal::distributed::MeshShape(cluster.rows(), cluster.columns())}};
}

std::vector<FabricType> get_all_mgd_fabric_types() {
    Lock lock;
    const arch::Cluster& cluster = Machine::get().cluster();
    FabricType type = FabricType::MESH;
    if (cluster.closed(true)) type = type | FabricType::TORUS_X;
    if (cluster.closed(false)) type = type | FabricType::TORUS_Y;
    return {type};
}

namespace experimental {

// The fewest between two neighbours of the line.
size_t get_number_of_available_routing_planes(const tt_metal::distributed::MeshDevice& mesh_device,
                                              size_t cluster_axis, size_t row_or_col) {
    Lock lock;
    require(cluster_axis < 2, Fault::host_argument, "cluster_axis is {}, 0 and 1 are allowed",
            cluster_axis);
    const auto& shape = mesh_device.shape();
    const size_t length = shape[static_cast<int>(cluster_axis)];
    const auto chip = [&](size_t i) {
        const auto at = static_cast<uint32_t>(i), line = static_cast<uint32_t>(row_or_col);
        return mesh_device
            .get_fabric_node_id(cluster_axis == 0 ? tt_metal::distributed::MeshCoordinate(at, line)
                                                  : tt_metal::distributed::MeshCoordinate(line, at))
            .chip_id;
    };
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i + 1 < length; i++) {
        const auto side = FabricHost::get().towards(chip(i), chip(i + 1));
        fewest = std::min(fewest, side ? FabricHost::get().channels(chip(i), *side).size() : 0);
    }
    return fewest == SIZE_MAX ? 0 : fewest;
}

}  // namespace experimental

}  // namespace tt::tt_fabric

namespace tt::tt_metal::distributed {

tt::tt_fabric::FabricNodeId MeshDevice::get_fabric_node_id(const MeshCoordinate& coord) const {
    return get_view().get_fabric_node_id(coord);
}

}  // namespace tt::tt_metal::distributed
