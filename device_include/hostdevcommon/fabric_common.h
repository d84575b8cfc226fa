// Routes as packet headers hold them, and the tables that a running fabric leaves in every L1.
#pragma once

#include <stdint.h>

#include "ironbird/chip.h"

// ---- where the tables are ----

#if defined(ARCH_BLACKHOLE)
#define MEM_TENSIX_ROUTING_TABLE_BASE 0x85E0
#define MEM_TENSIX_FABRIC_CONNECTIONS_BASE 0x8FF0
#define MEM_PACKET_HEADER_POOL_BASE 0x9280
#define NUM_PACKET_HEADERS 24
#else
#define MEM_TENSIX_ROUTING_TABLE_BASE 0x7320
#define MEM_TENSIX_FABRIC_CONNECTIONS_BASE 0x7D30
#define MEM_PACKET_HEADER_POOL_BASE 0x7FC0
#define NUM_PACKET_HEADERS 16
#endif
#define PACKET_HEADER_MAX_SIZE 144
#define MEM_PACKET_HEADER_POOL_SIZE (PACKET_HEADER_MAX_SIZE * NUM_PACKET_HEADERS)
#define ROUTING_TABLE_BASE MEM_TENSIX_ROUTING_TABLE_BASE
#define ROUTING_PATH_BASE_1D (ROUTING_TABLE_BASE + 516)
#define ROUTING_PATH_BASE_2D (ROUTING_TABLE_BASE + 516)
#define EXIT_NODE_TABLE_BASE (ROUTING_TABLE_BASE + 1540)
#define FABRIC_CONNECTIONS_BASE MEM_TENSIX_FABRIC_CONNECTIONS_BASE

namespace tt::tt_fabric {

using chan_id_t = uint8_t;
using routing_plane_id_t = uint8_t;

inline constexpr uint32_t MAX_MESH_SIZE = 256;
inline constexpr uint32_t MAX_NUM_MESHES = 1024;
inline constexpr uint32_t PACKET_WORD_SIZE_BYTES = 16;

// Tables of ways: for how many chips, and bytes of one way.
inline constexpr uint16_t MAX_CHIPS_LOWLAT_1D = 64;
inline constexpr uint16_t MAX_CHIPS_LOWLAT_2D = 256;
inline constexpr uint16_t SINGLE_ROUTE_SIZE_1D = 16;
inline constexpr uint16_t SINGLE_ROUTE_SIZE_2D = 32;

enum eth_chan_magic_values : uint8_t {
    INVALID_DIRECTION = 0xDD,
    INVALID_ROUTING_TABLE_ENTRY = 0xFF,
};

enum eth_chan_directions : uint8_t { EAST = 0, WEST = 1, NORTH = 2, SOUTH = 3, Z = 4, COUNT = 5 };

// ---- routes ----

struct FabricHeaderConfig {
#ifdef FABRIC_1D_PKT_HDR_EXTENSION_WORDS
    static constexpr uint32_t LOW_LATENCY_EXTENSION_WORDS = FABRIC_1D_PKT_HDR_EXTENSION_WORDS;
#else
    static constexpr uint32_t LOW_LATENCY_EXTENSION_WORDS = 1;
#endif
    static constexpr uint32_t LOW_LATENCY_NUM_WORDS = 1 + LOW_LATENCY_EXTENSION_WORDS;
#ifdef FABRIC_2D_PKT_HDR_ROUTE_BUFFER_SIZE
    static constexpr uint32_t MESH_ROUTE_BUFFER_SIZE = FABRIC_2D_PKT_HDR_ROUTE_BUFFER_SIZE;
#else
    static constexpr uint32_t MESH_ROUTE_BUFFER_SIZE = 35;
#endif
};

struct RoutingFieldsConstants {
    struct LowLatency {
        static constexpr uint32_t FIELD_WIDTH = 2;
        static constexpr uint32_t FIELD_MASK = 0b11;
        static constexpr uint32_t NOOP = 0b00;
        static constexpr uint32_t WRITE_ONLY = 0b01;
        static constexpr uint32_t FORWARD_ONLY = 0b10;
        static constexpr uint32_t WRITE_AND_FORWARD = 0b11;
        static constexpr uint32_t BASE_HOPS = 16;
    };
    struct Mesh {
        static constexpr uint32_t FIELD_WIDTH = 8;
        static constexpr uint32_t FIELD_MASK = 0b1111;
        static constexpr uint8_t NOOP = 0;
        static constexpr uint8_t FORWARD_EAST = 1;
        static constexpr uint8_t FORWARD_WEST = 2;
        static constexpr uint8_t FORWARD_NORTH = 4;
        static constexpr uint8_t FORWARD_SOUTH = 8;
        static constexpr uint8_t WRITE_AND_FORWARD_EW = FORWARD_EAST | FORWARD_WEST;
        static constexpr uint8_t WRITE_AND_FORWARD_NS = FORWARD_NORTH | FORWARD_SOUTH;
    };
};

namespace routing_encoding {

// Two bits for each hop, the next one lowest: pass on before `first`, both up to `last`, write
// there. Hops are counted from 1; `buffer` has `num_words` words.
inline void encode_1d_multicast(uint8_t start_hop, uint8_t range_hops, uint32_t* buffer,
                                uint32_t num_words) {
    using Fields = RoutingFieldsConstants::LowLatency;
    for (uint32_t i = 0; i < num_words; i++) buffer[i] = 0;
    if (range_hops == 0) return;  // an empty way
    const uint32_t last = uint32_t{start_hop} + range_hops - 1;
    for (uint32_t hop = 1; hop <= last; hop++) {
        const uint32_t field = hop == last        ? Fields::WRITE_ONLY
                               : hop >= start_hop ? Fields::WRITE_AND_FORWARD
                                                  : Fields::FORWARD_ONLY;
        buffer[(hop - 1) / Fields::BASE_HOPS] |=
            field << ((hop - 1) % Fields::BASE_HOPS * Fields::FIELD_WIDTH);
    }
}

// No hops: an empty way.
inline void encode_1d_unicast(uint8_t num_hops, uint32_t* buffer, uint32_t num_words) {
    encode_1d_multicast(num_hops, num_hops == 0 ? 0 : 1, buffer, num_words);
}

// A bit for each hop that writes.
template <typename HopMaskType>
inline void encode_1d_sparse_multicast(HopMaskType hop_mask, uint32_t& buffer) {
    using Fields = RoutingFieldsConstants::LowLatency;
    buffer = 0;
    for (uint32_t hop = 0; hop_mask != 0; hop++, hop_mask >>= 1)
        buffer |= (hop_mask == 1  ? Fields::WRITE_ONLY
                   : hop_mask & 1 ? Fields::WRITE_AND_FORWARD
                                  : Fields::FORWARD_ONLY)
                  << (hop * Fields::FIELD_WIDTH);
}

// North or south first. The last hop names the side that the packet comes from.
inline void encode_2d_unicast(uint8_t ns_hops, uint8_t ew_hops, uint8_t ns_dir, uint8_t ew_dir,
                              uint8_t* buffer, uint32_t max_buffer_size,
                              bool prepend_one_hop = false) {
    using Fields = RoutingFieldsConstants::Mesh;
    const uint8_t ns = ns_dir ? Fields::FORWARD_SOUTH : Fields::FORWARD_NORTH;
    const uint8_t ew = ew_dir ? Fields::FORWARD_EAST : Fields::FORWARD_WEST;
    const uint8_t end =
        ew_hops > 0 ? Fields::WRITE_AND_FORWARD_EW & ~ew : Fields::WRITE_AND_FORWARD_NS & ~ns;
    uint32_t at = 0;
    const uint32_t first = ns_hops > 0 ? ns_hops - 1 + prepend_one_hop : 0;
    const uint32_t second = ew_hops == 0  ? 0
                            : ns_hops > 0 ? ew_hops
                                          : ew_hops - 1 + prepend_one_hop;
    for (uint32_t i = 0; i < first; i++) buffer[at++] = ns;
    for (uint32_t i = 0; i < second; i++) buffer[at++] = ew;
    if (ns_hops + ew_hops > 0) buffer[at++] = end;
    while (at < max_buffer_size) buffer[at++] = Fields::NOOP;
}

}  // namespace routing_encoding

// ---- tables ----

// Three bits for each entry: a direction, 5 for this chip, 6 for none.
template <uint32_t ArraySize>
struct direction_table_t {
    uint8_t packed_directions[ArraySize * 3 / 8];

    uint8_t get_direction(uint16_t index) const {
        uint8_t code = 0;
        for (uint32_t b = 0; b < 3; b++) {
            const uint32_t bit = index * 3u + b;
            code |= (packed_directions[bit / 8] >> bit % 8 & 1) << b;
        }
        return code;
    }
    uint8_t get_original_direction(uint16_t index) const {
        const uint8_t code = get_direction(index);
        return code < COUNT ? code : code == 5 ? INVALID_DIRECTION : INVALID_ROUTING_TABLE_ENTRY;
    }
};

struct compressed_route_2d_t {
    uint32_t data;
    uint8_t get_ns_hops() const { return data & 0x7f; }
    uint8_t get_ew_hops() const { return data >> 7 & 0x7f; }
    uint8_t get_ns_direction() const { return data >> 14 & 1; }
    uint8_t get_ew_direction() const { return data >> 15 & 1; }
    uint8_t get_turn_point() const { return data >> 16 & 0x7f; }
};

struct routing_l1_info_t {
    uint8_t state_manager[32];
    uint16_t my_mesh_id;
    uint16_t my_device_id;
    direction_table_t<MAX_MESH_SIZE> intra_mesh_direction_table;
    direction_table_t<MAX_NUM_MESHES> inter_mesh_direction_table;
    union {
        uint32_t routing_path_table_1d[MAX_MESH_SIZE];
        compressed_route_2d_t routing_path_table_2d[MAX_MESH_SIZE];
    };
    uint8_t exit_node_table[MAX_NUM_MESHES];
    uint8_t padding[12];
};
static_assert(sizeof(routing_l1_info_t) == 2576);

struct fabric_connection_info_t {
    uint32_t edm_buffer_base_addr;
    uint32_t edm_connection_handshake_addr;
    uint32_t edm_worker_location_info_addr;
    uint32_t buffer_index_semaphore_id;
    uint16_t buffer_size_bytes;
    uint8_t edm_direction;
    uint8_t edm_noc_x;
    uint8_t edm_noc_y;
    uint8_t num_buffers_per_channel;
    uint16_t worker_free_slots_stream_id;
};
static_assert(sizeof(fabric_connection_info_t) == 24);

struct fabric_aligned_connection_info_t {
    uint32_t worker_flow_control_semaphore;
    uint32_t padding_0[3];
};

struct tensix_fabric_connections_l1_info_t {
    static constexpr uint8_t MAX_FABRIC_ENDPOINTS = 16;
    fabric_connection_info_t read_only[MAX_FABRIC_ENDPOINTS];  // by Ethernet channel
    uint32_t valid_connections_mask;
    uint32_t padding_0[3];
    fabric_aligned_connection_info_t read_write[MAX_FABRIC_ENDPOINTS];
};
static_assert(sizeof(tensix_fabric_connections_l1_info_t) == 656);

}  // namespace tt::tt_fabric
