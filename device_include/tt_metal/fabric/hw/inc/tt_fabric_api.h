// Routes of packets: by hops on a line, by the number of the chip in two dimensions.
#pragma once

#include "tt_metal/fabric/fabric_edm_packet_header.hpp"

using namespace tt::tt_fabric;

namespace tt::tt_fabric {

using MeshRoutingFields = RoutingFieldsConstants::Mesh;

namespace detail {

FORCE_INLINE const tt_l1_ptr routing_l1_info_t* routing_table() {
    return reinterpret_cast<const tt_l1_ptr routing_l1_info_t*>(uintptr_t{ROUTING_TABLE_BASE});
}

// The sides of a hop: on, and where it came from, which stands for the chip itself.
inline constexpr uint8_t kOn[] = {MeshRoutingFields::FORWARD_EAST, MeshRoutingFields::FORWARD_WEST,
                                  MeshRoutingFields::FORWARD_NORTH,
                                  MeshRoutingFields::FORWARD_SOUTH};
inline constexpr uint8_t kHere[] = {
    MeshRoutingFields::FORWARD_WEST, MeshRoutingFields::FORWARD_EAST,
    MeshRoutingFields::FORWARD_SOUTH, MeshRoutingFields::FORWARD_NORTH};

}  // namespace detail

inline eth_chan_directions get_next_hop_router_direction(uint32_t dst_mesh_id,
                                                         uint32_t dst_dev_id) {
    const auto* table = detail::routing_table();
    return eth_chan_directions(
        dst_mesh_id == table->my_mesh_id
            ? table->intra_mesh_direction_table.get_original_direction(uint16_t(dst_dev_id))
            : table->inter_mesh_direction_table.get_original_direction(uint16_t(dst_mesh_id)));
}

inline uint8_t get_router_direction(uint32_t eth_channel) {
    const auto* info = reinterpret_cast<const tt_l1_ptr tensix_fabric_connections_l1_info_t*>(
        uintptr_t{FABRIC_CONNECTIONS_BASE});
    return info->read_only[eth_channel].edm_direction;
}

// ---- lines ----

template <bool target_as_dev = true, bool compressed = true>
bool fabric_set_unicast_route(volatile tt_l1_ptr LowLatencyPacketHeader* packet_header,
                              uint16_t target_num) {
    uint32_t hops = target_num;
    if constexpr (target_as_dev) {
        const uint32_t here = detail::routing_table()->my_device_id;
        hops = here > target_num ? here - target_num : target_num - here;
    }
    packet_header->to_chip_unicast(uint8_t(hops));
    return true;
}

template <typename HopMaskType>
void fabric_set_sparse_multicast_route(volatile tt_l1_ptr LowLatencyPacketHeader* packet_header,
                                       HopMaskType hop_mask) {
    packet_header->set_sparse_route(uint16_t(hop_mask));
}

// ---- meshes ----

inline void set_destination(volatile tt_l1_ptr HybridMeshPacketHeader* header, uint16_t chip,
                            uint16_t mesh, uint64_t multicast) {
    header->dst_start_node_id = uint32_t{mesh} << 16 | chip;
    header->mcast_params_64 = multicast;
    header->is_mcast_active = 0;
    header->routing_fields.value = 0;
}

template <bool called_from_router = false>
bool fabric_set_unicast_route(volatile tt_l1_ptr HybridMeshPacketHeader* packet_header,
                              uint16_t dst_dev_id, uint16_t dst_mesh_id = MAX_NUM_MESHES) {
    static_assert(!called_from_router, "routers are part of the model");
    const auto* table = detail::routing_table();
    ASSERT(dst_mesh_id >= MAX_NUM_MESHES || dst_mesh_id == table->my_mesh_id);
    set_destination(packet_header, dst_dev_id, dst_mesh_id, 0);
    const compressed_route_2d_t route = table->routing_path_table_2d[dst_dev_id];
    const uint8_t ns = route.get_ns_hops(), ew = route.get_ew_hops();
    uint8_t hops[FabricHeaderConfig::MESH_ROUTE_BUFFER_SIZE];
    routing_encoding::encode_2d_unicast(ns, ew, route.get_ns_direction(), route.get_ew_direction(),
                                        hops, sizeof hops);
    for (uint32_t i = 0; i < sizeof hops; i++) packet_header->route_buffer[i] = hops[i];
    // Where the hops after a turn begin.
    const uint8_t turn = ns > 0 ? route.get_turn_point() : 1;
    auto& fields = packet_header->routing_fields;
    if (route.get_ew_direction() || ew == 0) fields.branch_east_offset = turn;
    if (!route.get_ew_direction() || ew == 0) fields.branch_west_offset = turn;
    return ns + ew > 0;
}

inline void fabric_set_single_hop_unicast_route_from_direction(
    volatile tt_l1_ptr HybridMeshPacketHeader* packet_header,
    eth_chan_directions next_hop_direction, uint16_t dst_dev_id, uint16_t dst_mesh_id) {
    set_destination(packet_header, dst_dev_id, dst_mesh_id, 0);
    packet_header->route_buffer[0] = detail::kHere[next_hop_direction];
}
inline void fabric_set_single_hop_unicast_route(
    volatile tt_l1_ptr HybridMeshPacketHeader* packet_header, uint16_t dst_dev_id,
    uint16_t dst_mesh_id) {
    fabric_set_single_hop_unicast_route_from_direction(
        packet_header, get_next_hop_router_direction(dst_mesh_id, dst_dev_id), dst_dev_id,
        dst_mesh_id);
}

// A leg of a way to one side, from `start_hop` on. A multicast writes at each hop, and on a spine
// (north or south) also leaves to the sides of `branch_forward`; another packet is written at the
// last hop, if the way ends there.
template <bool mcast = false>
void fabric_set_route(volatile tt_l1_ptr HybridMeshPacketHeader* packet_header,
                      eth_chan_directions direction, uint32_t branch_forward, uint32_t start_hop,
                      uint32_t num_hops, bool terminate = false) {
    ASSERT(direction <= SOUTH);
    ASSERT(start_hop + num_hops <= FabricHeaderConfig::MESH_ROUTE_BUFFER_SIZE);
    auto& fields = packet_header->routing_fields;
    const uint8_t begin = uint8_t(start_hop + (mcast ? 0 : 1));
    if (direction == EAST) fields.branch_east_offset = begin;
    if (direction == WEST) fields.branch_west_offset = begin;
    const uint8_t here = detail::kHere[direction];
    const uint8_t branches = direction >= NORTH ? uint8_t(branch_forward) : 0;
    for (uint32_t i = 0; i < num_hops; i++) {
        const bool last = i + 1 == num_hops;
        const uint8_t on = last && (mcast || terminate) ? 0 : detail::kOn[direction];
        packet_header->route_buffer[start_hop + i] = uint8_t(mcast ? here | on | branches
                                                             : on  ? on | branches
                                                                   : here);
    }
    fields.hop_index = 0;
}

// A spine to the north or south, and from each of its chips branches to the east and west; without
// a spine a line.
inline void fabric_set_mcast_route(volatile tt_l1_ptr HybridMeshPacketHeader* packet_header,
                                   uint16_t dst_dev_id, uint16_t dst_mesh_id, uint16_t e_num_hops,
                                   uint16_t w_num_hops, uint16_t n_num_hops, uint16_t s_num_hops) {
    set_destination(packet_header, dst_dev_id, dst_mesh_id,
                    uint64_t{s_num_hops} << 48 | uint64_t{n_num_hops} << 32 |
                        uint64_t{w_num_hops} << 16 | e_num_hops);
    const uint8_t branches = (e_num_hops ? MeshRoutingFields::FORWARD_EAST : 0) |
                             (w_num_hops ? MeshRoutingFields::FORWARD_WEST : 0);
    const uint16_t spine = n_num_hops ? n_num_hops : s_num_hops;
    fabric_set_route<true>(packet_header, n_num_hops ? NORTH : SOUTH, branches, 0, spine);
    if (e_num_hops) fabric_set_route<true>(packet_header, EAST, 0, spine, e_num_hops);
    if (w_num_hops) fabric_set_route<true>(packet_header, WEST, 0, spine + e_num_hops, w_num_hops);
}

}  // namespace tt::tt_fabric
