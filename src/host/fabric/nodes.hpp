// Names of chips and directions between the public API of the fabric and its grid.
#pragma once

#include <algorithm>
#include <optional>
#include <tt-metalium/experimental/fabric/mesh_graph.hpp>

#include "base/require.hpp"
#include "host/fabric/fabric.hpp"

namespace ironbird::host {

inline constexpr tt::tt_fabric::MeshId kMesh0{0};

inline void need_mesh(tt::tt_fabric::MeshId mesh_id) {
    require(mesh_id == kMesh0, Fault::usage, "there is no mesh {}: the fabric has mesh 0",
            *mesh_id);
}
inline std::uint32_t chip_in_mesh(const tt::tt_fabric::FabricNodeId& node) {
    need_mesh(node.mesh_id);
    return node.chip_id;
}

struct RoutingSide {
    tt::tt_fabric::RoutingDirection routing;
    arch::Direction direction;
};
inline constexpr RoutingSide kRoutingSides[] = {
    {tt::tt_fabric::RoutingDirection::N, arch::Direction::north},
    {tt::tt_fabric::RoutingDirection::E, arch::Direction::east},
    {tt::tt_fabric::RoutingDirection::S, arch::Direction::south},
    {tt::tt_fabric::RoutingDirection::W, arch::Direction::west}};

inline std::optional<arch::Direction> direction_of(tt::tt_fabric::RoutingDirection routing) {
    const auto* at = std::ranges::find(kRoutingSides, routing, &RoutingSide::routing);
    return at == std::end(kRoutingSides) ? std::nullopt : std::optional(at->direction);
}
inline tt::tt_fabric::RoutingDirection routing_of(arch::Direction direction) {
    return std::ranges::find(kRoutingSides, direction, &RoutingSide::direction)->routing;
}

// Where a packet leaves a chip; on a line where a row or column leads, packets pass on by
// themselves.
inline arch::Direction next_side(std::uint32_t from, std::uint32_t to) {
    const FabricHost& fabric = FabricHost::get();
    return fabric.towards(from, to).value_or(fabric.grid().route(from, to).first());
}

}  // namespace ironbird::host
