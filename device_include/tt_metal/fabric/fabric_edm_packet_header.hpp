// Packet headers: what is to be done at a chip, and the way there. 44 bytes are common to all; the
// way follows, as the configured fabric has it.
#pragma once

#include <initializer_list>
#include <type_traits>

#include "api/debug/assert.h"
#include "hostdevcommon/fabric_common.h"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_utils.hpp"
#include "tt_metal/fabric/hw/inc/fabric_routing_mode.h"
#include "tt_metal/fabric/hw/inc/noc_addr.h"

namespace tt::tt_fabric {

enum TerminationSignal : uint32_t {
    KEEP_RUNNING = 0,
    GRACEFULLY_TERMINATE = 1,
    IMMEDIATELY_TERMINATE = 2,
};

enum EDMStatus : uint32_t {
    STARTED = 0xA0B0C0D0,
    REMOTE_HANDSHAKE_COMPLETE = 0xA1B1C1D1,
    LOCAL_HANDSHAKE_COMPLETE = 0xA2B2C2D2,
    READY_FOR_TRAFFIC = 0xA3B3C3D3,
    TERMINATED = 0xA4B4C4D4,
};

enum NocSendType : uint8_t {
    NOC_UNICAST_WRITE = 0,
    NOC_UNICAST_INLINE_WRITE = 1,
    NOC_UNICAST_ATOMIC_INC = 2,
    NOC_FUSED_UNICAST_ATOMIC_INC = 3,
    NOC_UNICAST_SCATTER_WRITE = 4,
    NOC_MULTICAST_WRITE = 5,
    NOC_MULTICAST_ATOMIC_INC = 6,
    NOC_UNICAST_READ = 7,
    NOC_SPARSE_MCAST_WRITE = 8,
    NOC_SEND_TYPE_LAST = NOC_SPARSE_MCAST_WRITE,
};

enum ChipSendType : uint8_t {
    CHIP_UNICAST = 0,
    CHIP_MULTICAST = 1,
    CHIP_SEND_TYPE_LAST = CHIP_MULTICAST,
};

// ---- commands ----

struct MulticastRoutingCommandHeader {
    uint8_t start_distance_in_hops;
    uint8_t range_hops;
};

template <typename HEADER_TYPE>
struct SparseMulticastRoutingCommandHeader {
    using HopMaskType = uint16_t;
    HopMaskType hop_mask;
};

struct NocUnicastCommandHeader {
    uint64_t noc_address;
};

struct NocUnicastInlineWriteCommandHeader {
    uint64_t noc_address;
    uint32_t value;
};

struct NocUnicastAtomicIncCommandHeader {
    NocUnicastAtomicIncCommandHeader(uint64_t noc_address, uint32_t val, bool flush = true)
        : noc_address(noc_address), val(val), flush(flush) {}

    uint64_t noc_address;
    uint32_t val;
    bool flush;
};

struct NocUnicastAtomicIncFusedCommandHeader {
    NocUnicastAtomicIncFusedCommandHeader(uint64_t noc_address, uint64_t semaphore_noc_address,
                                          uint32_t val, bool flush = true)
        : noc_address(noc_address),
          semaphore_noc_address(semaphore_noc_address),
          val(val),
          flush(flush) {}

    uint64_t noc_address;
    uint64_t semaphore_noc_address;
    uint32_t val;
    bool flush;
};

enum NocScatterWriteChunkEncoding : uint8_t {
    CHUNK_ENCODING_NOP = 0,
    CHUNK_ENCODING_UNICAST_WRITE = 1,
    CHUNK_ENCODING_SEMINC_NO_FLUSH = 2,
    CHUNK_ENCODING_SEMINC_FLUSH = 3,
};

#define NOC_SCATTER_WRITE_MAX_CHUNKS 4
inline constexpr uint8_t NOC_SCATTER_WRITE_MIN_CHUNKS = 2;

// The size of the last chunk is what the payload leaves.
struct NocUnicastScatterCommandHeader {
    uint64_t noc_address[NOC_SCATTER_WRITE_MAX_CHUNKS];
    uint16_t chunk_size[NOC_SCATTER_WRITE_MAX_CHUNKS - 1];
    uint8_t chunk_count;
    uint8_t chunk_encoding;

    NocUnicastScatterCommandHeader() = delete;
    NocUnicastScatterCommandHeader(std::initializer_list<uint64_t> addresses,
                                   std::initializer_list<uint16_t> chunk_sizes = {})
        : NocUnicastScatterCommandHeader(addresses.begin(), chunk_sizes.begin(),
                                         uint8_t(addresses.size()), uint8_t(chunk_sizes.size())) {}
    NocUnicastScatterCommandHeader(const uint64_t* addresses, const uint16_t* chunk_sizes,
                                   uint8_t num_addresses)
        : NocUnicastScatterCommandHeader(addresses, chunk_sizes, num_addresses,
                                         uint8_t(num_addresses - 1)) {}

 private:
    NocUnicastScatterCommandHeader(const uint64_t* addresses, const uint16_t* sizes, uint8_t count,
                                   uint8_t given)
        : chunk_count(count), chunk_encoding(0) {
        for (uint8_t i = 0; i < NOC_SCATTER_WRITE_MAX_CHUNKS; i++)
            noc_address[i] = i < count ? addresses[i] : 0;
        for (uint8_t i = 0; i < NOC_SCATTER_WRITE_MAX_CHUNKS - 1; i++)
            chunk_size[i] = i < given ? sizes[i] : 0;
    }
};

#define NOC_SCATTER_WRITE_ATOMIC_INC_FUSED_WRITE_CHUNKS 2
// Two chunks, then an increment.
struct NocUnicastScatterAtomicIncFusedCommandHeader {
    uint64_t noc_address[2];
    uint64_t semaphore_noc_address;
    uint16_t chunk_size[1];
    uint16_t val;
    bool flush;

    NocUnicastScatterAtomicIncFusedCommandHeader(std::initializer_list<uint64_t> noc_addresses,
                                                 uint64_t semaphore_noc_address,
                                                 std::initializer_list<uint16_t> chunk_sizes,
                                                 uint16_t val, bool flush = true)
        : noc_address{noc_addresses.begin()[0], noc_addresses.begin()[1]},
          semaphore_noc_address(semaphore_noc_address),
          chunk_size{chunk_sizes.begin()[0]},
          val(val),
          flush(flush) {}
};

#define NOC_SPARSE_MCAST_WRITE_MAX_DESTS 4
// One payload, to addresses of its own at each chip that writes: counts[c] of them at the c-th.
struct NocSparseMulticastWriteCommandHeader {
    uint64_t noc_address[NOC_SPARSE_MCAST_WRITE_MAX_DESTS];
    uint8_t counts[NOC_SPARSE_MCAST_WRITE_MAX_DESTS];
    uint8_t num_dests;
    uint8_t num_chips;
    uint8_t write_idx;
    uint8_t chip_idx;
};

struct NocMulticastCommandHeader {
    uint32_t address;
    uint8_t noc_x_start, noc_y_start, mcast_rect_size_x, mcast_rect_size_y;
};

union NocCommandFields {
    NocUnicastCommandHeader unicast_write;
    NocUnicastCommandHeader unicast_read;
    NocUnicastInlineWriteCommandHeader unicast_inline_write;
    NocMulticastCommandHeader mcast_write;
    NocUnicastAtomicIncCommandHeader unicast_seminc;
    NocUnicastAtomicIncFusedCommandHeader unicast_seminc_fused;
    NocUnicastScatterCommandHeader unicast_scatter_write;
    NocSparseMulticastWriteCommandHeader sparse_mcast_write;

    NocCommandFields() : unicast_write{0} {}
};
static_assert(sizeof(NocCommandFields) == 40);

// ---- headers ----

template <typename Derived>
struct PacketHeaderBase {
    NocCommandFields command_fields;
    uint16_t payload_size_bytes;
    NocSendType noc_send_type;
    uint8_t src_ch_id;

    size_t get_payload_size_excluding_header() volatile const { return payload_size_bytes; }
    size_t get_payload_size_including_header() volatile const {
        return payload_size_bytes + sizeof(Derived);
    }
    const volatile NocCommandFields& get_command_fields() volatile const { return command_fields; }
    NocSendType get_noc_send_type() volatile const { return noc_send_type; }
    void set_payload_size_bytes(uint16_t bytes) volatile { payload_size_bytes = bytes; }
    void set_src_ch_id(uint8_t id) volatile { src_ch_id = id; }
    void set_fused_unicast_write_atomic_inc_write_noc_address(uint64_t address) volatile {
        command_fields.unicast_seminc_fused.noc_address = address;
    }
    void set_fused_unicast_write_atomic_inc_value(uint32_t val) volatile {
        command_fields.unicast_seminc_fused.val = val;
    }

    volatile Derived* to_chip_unicast(uint8_t distance_in_hops) volatile {
        self()->set_line_route(distance_in_hops, distance_in_hops == 0 ? 0 : 1);
        return self();
    }
    volatile Derived* to_chip_multicast(const MulticastRoutingCommandHeader& route) volatile {
        self()->set_line_route(route.start_distance_in_hops, route.range_hops);
        return self();
    }
    volatile Derived* to_chip_sparse_multicast(
        const SparseMulticastRoutingCommandHeader<Derived>& route) volatile {
        self()->set_sparse_route(route.hop_mask);
        return self();
    }

    volatile Derived* to_noc_unicast_write(const NocUnicastCommandHeader& command,
                                           size_t payload_bytes) volatile {
        command_fields.unicast_write.noc_address = command.noc_address;
        return typed(NOC_UNICAST_WRITE, payload_bytes);
    }
    volatile Derived* to_noc_unicast_inline_write(
        const NocUnicastInlineWriteCommandHeader& command) volatile {
        command_fields.unicast_inline_write.noc_address = command.noc_address;
        command_fields.unicast_inline_write.value = command.value;
        return typed(NOC_UNICAST_INLINE_WRITE, 0);
    }
    volatile Derived* to_noc_unicast_atomic_inc(
        const NocUnicastAtomicIncCommandHeader& command) volatile {
        command_fields.unicast_seminc.noc_address = command.noc_address;
        command_fields.unicast_seminc.val = command.val;
        command_fields.unicast_seminc.flush = command.flush;
        return typed(NOC_UNICAST_ATOMIC_INC, 0);
    }
    volatile Derived* to_noc_fused_unicast_write_atomic_inc(
        const NocUnicastAtomicIncFusedCommandHeader& command, size_t payload_bytes) volatile {
        auto& fields = command_fields.unicast_seminc_fused;
        fields.noc_address = command.noc_address;
        fields.semaphore_noc_address = command.semaphore_noc_address;
        fields.val = command.val;
        fields.flush = command.flush;
        return typed(NOC_FUSED_UNICAST_ATOMIC_INC, payload_bytes);
    }
    volatile Derived* to_noc_unicast_scatter_write(const NocUnicastScatterCommandHeader& command,
                                                   size_t payload_bytes) volatile {
        auto& fields = command_fields.unicast_scatter_write;
        ASSERT(command.chunk_count >= NOC_SCATTER_WRITE_MIN_CHUNKS);
        for (uint32_t i = 0; i < NOC_SCATTER_WRITE_MAX_CHUNKS; i++)
            fields.noc_address[i] = command.noc_address[i];
        for (uint32_t i = 0; i < NOC_SCATTER_WRITE_MAX_CHUNKS - 1; i++)
            fields.chunk_size[i] = command.chunk_size[i];
        fields.chunk_count = command.chunk_count;
        fields.chunk_encoding = kAllWrites;
        return typed(NOC_UNICAST_SCATTER_WRITE, payload_bytes);
    }
    volatile Derived* to_noc_fused_unicast_scatter_write_atomic_inc(
        const NocUnicastScatterAtomicIncFusedCommandHeader& command,
        size_t payload_bytes) volatile {
        auto& fields = command_fields.unicast_scatter_write;
        fields.noc_address[0] = command.noc_address[0];
        fields.noc_address[1] = command.noc_address[1];
        fields.noc_address[2] = command.semaphore_noc_address;
        fields.noc_address[3] = 0;
        fields.chunk_size[0] = command.chunk_size[0];
        fields.chunk_size[1] = uint16_t(payload_bytes - command.chunk_size[0]);
        fields.chunk_size[2] = command.val;
        fields.chunk_count = 3;
        set_fused_flush(command.flush);
        return typed(NOC_UNICAST_SCATTER_WRITE, payload_bytes);
    }
    void set_fused_flush(bool flush) volatile {
        command_fields.unicast_scatter_write.chunk_encoding =
            uint8_t(CHUNK_ENCODING_UNICAST_WRITE | CHUNK_ENCODING_UNICAST_WRITE << 2 |
                    (flush ? CHUNK_ENCODING_SEMINC_FLUSH : CHUNK_ENCODING_SEMINC_NO_FLUSH) << 4);
    }
    volatile Derived* to_noc_sparse_mcast_write(const NocSparseMulticastWriteCommandHeader& command,
                                                size_t payload_bytes) volatile {
        auto& fields = command_fields.sparse_mcast_write;
        for (uint32_t i = 0; i < NOC_SPARSE_MCAST_WRITE_MAX_DESTS; i++) {
            fields.noc_address[i] = i < command.num_dests ? command.noc_address[i] : 0;
            fields.counts[i] = i < command.num_chips ? command.counts[i] : 0;
        }
        fields.num_dests = command.num_dests;
        fields.num_chips = command.num_chips;
        fields.write_idx = 0;
        fields.chip_idx = 0;
        return typed(NOC_SPARSE_MCAST_WRITE, payload_bytes);
    }

    static constexpr uint8_t kAllWrites = 0x55;  // CHUNK_ENCODING_UNICAST_WRITE four times

 private:
    volatile Derived* self() volatile { return static_cast<volatile Derived*>(this); }
    volatile Derived* typed(NocSendType type, size_t payload_bytes) volatile {
        noc_send_type = type;
        payload_size_bytes = uint16_t(payload_bytes);
        return self();
    }
};

template <uint32_t ExtensionWords>
struct LowLatencyRoutingFieldsT {
    static constexpr uint32_t MAX_NUM_ENCODINGS = 16 * (1 + ExtensionWords);
    uint32_t value;
    uint32_t route_buffer[ExtensionWords];
};
template <>
struct LowLatencyRoutingFieldsT<0> {
    static constexpr uint32_t MAX_NUM_ENCODINGS = 16;
    uint32_t value;
};

// Of lines and rings.
template <uint32_t ExtensionWords = 0>
struct LowLatencyPacketHeaderT : PacketHeaderBase<LowLatencyPacketHeaderT<ExtensionWords>> {
    LowLatencyRoutingFieldsT<ExtensionWords> routing_fields;

    using SPARSE_MCAST_ROUTING_CMD_HDR_TYPE =
        SparseMulticastRoutingCommandHeader<LowLatencyPacketHeaderT>;

    void set_line_route(uint8_t start_hop, uint8_t range) volatile {
        uint32_t words[1 + ExtensionWords];
        ASSERT(start_hop + range <= 1 + routing_fields.MAX_NUM_ENCODINGS);
        routing_encoding::encode_1d_multicast(start_hop, range, words, 1 + ExtensionWords);
        set_words(words);
    }
    void set_sparse_route(uint16_t hop_mask) volatile {
        uint32_t words[1 + ExtensionWords] = {};
        routing_encoding::encode_1d_sparse_multicast(hop_mask, words[0]);
        set_words(words);
    }
    void set_words(const uint32_t* words) volatile {
        routing_fields.value = words[0];
        if constexpr (ExtensionWords > 0)
            for (uint32_t i = 0; i < ExtensionWords; i++)
                routing_fields.route_buffer[i] = words[1 + i];
    }

    uint8_t padding0[(ExtensionWords == 0 ? 48 : 64) - 48 - 4 * ExtensionWords];
};
static_assert(sizeof(LowLatencyPacketHeaderT<0>) == 48);
static_assert(sizeof(LowLatencyPacketHeaderT<1>) == 64);

using LowLatencyPacketHeader =
    LowLatencyPacketHeaderT<FabricHeaderConfig::LOW_LATENCY_EXTENSION_WORDS>;
using LowLatencyRoutingFields =
    LowLatencyRoutingFieldsT<FabricHeaderConfig::LOW_LATENCY_EXTENSION_WORDS>;

struct LowLatencyMeshRoutingFields {
    using MeshRoutingFields = RoutingFieldsConstants::Mesh;
    union {
        uint32_t value;
        struct {
            uint16_t hop_index;
            uint8_t branch_east_offset;
            uint8_t branch_west_offset;
        };
    };
};

// Of meshes and tori; its way is set by fabric_set_unicast_route and its kin.
template <int RouteBufferSize = 35>
struct HybridMeshPacketHeaderT : PacketHeaderBase<HybridMeshPacketHeaderT<RouteBufferSize>> {
    LowLatencyMeshRoutingFields routing_fields;
    uint8_t route_buffer[RouteBufferSize];
    union {
        struct {
            uint16_t dst_start_chip_id;
            uint16_t dst_start_mesh_id;
        };
        uint32_t dst_start_node_id;
    };
    union {
        uint16_t mcast_params[4];
        uint64_t mcast_params_64;
    };
    uint8_t is_mcast_active;

    using SPARSE_MCAST_ROUTING_CMD_HDR_TYPE =
        SparseMulticastRoutingCommandHeader<HybridMeshPacketHeaderT>;

    void set_line_route(uint8_t, uint8_t) volatile {}
    void set_sparse_route(uint16_t) volatile { ASSERT(false); }
} __attribute__((packed, aligned(16)));
static_assert(sizeof(HybridMeshPacketHeaderT<35>) == 96);
static_assert(sizeof(HybridMeshPacketHeaderT<67>) == 128);

using HybridMeshPacketHeader = HybridMeshPacketHeaderT<FabricHeaderConfig::MESH_ROUTE_BUFFER_SIZE>;

#if defined(ROUTING_MODE) && (ROUTING_MODE & ROUTING_MODE_2D) != 0
#define PACKET_HEADER_TYPE tt::tt_fabric::HybridMeshPacketHeader
#define ROUTING_FIELDS_TYPE tt::tt_fabric::LowLatencyMeshRoutingFields
#else
#define PACKET_HEADER_TYPE tt::tt_fabric::LowLatencyPacketHeader
#define ROUTING_FIELDS_TYPE tt::tt_fabric::LowLatencyRoutingFields
#endif

}  // namespace tt::tt_fabric
