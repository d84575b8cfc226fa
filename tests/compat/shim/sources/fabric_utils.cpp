// In the place of upstream's tests/tt_metal/tt_fabric/common/utils.cpp, of whose functions the
// tests of data movement need these; the others read files of a machine's topology.
#include "utils.hpp"

namespace tt::tt_fabric::fabric_router_tests {
namespace {

using Nodes = std::vector<FabricNodeId>;

// The chips on the way, as many as there are hops; none when the way ends earlier.
Nodes walk(FabricNodeId from, RoutingDirection direction, std::uint32_t hops) {
    auto& plane = tt_metal::MetalContext::instance().get_control_plane();
    Nodes way;
    for (FabricNodeId at = from; way.size() < hops; way.push_back(at)) {
        const auto next = plane.get_intra_chip_neighbors(at, direction);
        if (next.empty()) return {};
        at = FabricNodeId(at.mesh_id, static_cast<std::uint32_t>(next[0]));
    }
    return way;
}

}  // namespace

bool find_device_with_neighbor_in_multi_direction(
    BaseFabricFixture* fixture, FabricNodeId& source,
    std::unordered_map<RoutingDirection, Nodes>& nodes, ChipId& source_chip,
    std::unordered_map<RoutingDirection, std::vector<ChipId>>& chips,
    const std::unordered_map<RoutingDirection, std::uint32_t>& hops,
    std::optional<RoutingDirection> incoming) {
    auto& plane = tt_metal::MetalContext::instance().get_control_plane();
    for (const auto& device : fixture->get_devices()) {
        source_chip = device->get_device_ids()[0];
        source = plane.get_fabric_node_id_from_physical_chip_id(source_chip);
        if (incoming && plane.get_intra_chip_neighbors(source, *incoming).empty()) continue;
        nodes.clear();
        chips.clear();
        bool found = true;
        for (const auto& [direction, count] : hops) {
            nodes[direction] = walk(source, direction, count);
            found = found && nodes[direction].size() == count;
            for (const FabricNodeId& node : nodes[direction])
                chips[direction].push_back(plane.get_physical_chip_id_from_fabric_node_id(node));
        }
        if (found) return true;
    }
    return false;
}

bool find_device_with_neighbor_in_direction(BaseFabricFixture* fixture, FabricNodeId& source,
                                            FabricNodeId& target, ChipId& source_chip,
                                            ChipId& target_chip, RoutingDirection direction) {
    std::unordered_map<RoutingDirection, Nodes> nodes;
    std::unordered_map<RoutingDirection, std::vector<ChipId>> chips;
    if (!find_device_with_neighbor_in_multi_direction(fixture, source, nodes, source_chip, chips,
                                                      {{direction, 1}}, std::nullopt))
        return false;
    target = nodes[direction][0];
    target_chip = chips[direction][0];
    return true;
}

std::map<FabricNodeId, ChipId> get_physical_chip_mapping_from_eth_coords_mapping(
    const std::vector<std::vector<EthCoord>>&) {
    TT_THROW("a graph of several meshes is refused");
}

}  // namespace tt::tt_fabric::fabric_router_tests
