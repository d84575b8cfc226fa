// What the functions of linear/api.h and mesh/api.h have in common: the commands, which of their
// fields a call sets anew, and how a packet is sent.
#pragma once

#include <cstddef>
#include <type_traits>

#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/edm_fabric/routing_plane_connection_manager.hpp"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"

namespace tt::tt_fabric::common::experimental {

// ---- masks ----

enum class UnicastWriteUpdateMask : uint32_t { None = 0, DstAddr = 1, PayloadSize = 2, All = 3 };
enum class UnicastInlineWriteUpdateMask : uint32_t { None = 0, DstAddr = 1, Value = 2, All = 3 };
enum class UnicastAtomicIncUpdateMask : uint32_t {
    None = 0,
    DstAddr = 1,
    Val = 2,
    Flush = 4,
    All = 7,
};
enum class UnicastScatterWriteUpdateMask : uint32_t {
    None = 0,
    DstAddrs = 1,
    ChunkSizes = 2,
    PayloadSize = 4,
    All = 7,
};
enum class UnicastFusedAtomicIncUpdateMask : uint32_t {
    None = 0,
    WriteDstAddr = 1,
    SemaphoreAddr = 2,
    Val = 4,
    Flush = 8,
    PayloadSize = 16,
    All = 31,
};
enum class UnicastFusedScatterWriteAtomicIncUpdateMask : uint32_t {
    None = 0,
    WriteDstAddrs = 1,
    SemaphoreDstAddr = 2,
    WriteChunkSizes = 4,
    Val = 8,
    Flush = 16,
    PayloadSize = 32,
    All = 63,
};

template <typename T>
concept UpdateMask = std::is_enum_v<T> && requires {
    T::None;
    T::All;
};
template <UpdateMask M>
constexpr M operator|(M a, M b) {
    return M(uint32_t(a) | uint32_t(b));
}
template <UpdateMask M>
constexpr M operator&(M a, M b) {
    return M(uint32_t(a) & uint32_t(b));
}
template <UpdateMask M>
constexpr bool has_flag(M mask, M bit) {
    return (uint32_t(mask) & uint32_t(bit)) != 0;
}

// ---- commands ----

using Header = volatile PACKET_HEADER_TYPE;

// Each has its fields, its mask, and two ways to fill a header: all of it, or what a mask names.
struct WriteCommand {
    using Fields = NocUnicastCommandHeader;
    using Mask = UnicastWriteUpdateMask;
    static constexpr NocSendType kType = NOC_UNICAST_WRITE;
    static void fill(Header* h, const Fields& c, uint32_t size) {
        h->to_noc_unicast_write(c, size);
    }
    template <Mask mask, typename C>
    static void update(Header* h, const C& c, uint16_t size) {
        if constexpr (has_flag(mask, Mask::DstAddr))
            h->command_fields.unicast_write.noc_address = c.noc_address;
        if constexpr (has_flag(mask, Mask::PayloadSize)) h->payload_size_bytes = size;
    }
};

struct InlineWriteCommand {
    using Fields = NocUnicastInlineWriteCommandHeader;
    using Mask = UnicastInlineWriteUpdateMask;
    static constexpr NocSendType kType = NOC_UNICAST_INLINE_WRITE;
    static void fill(Header* h, const Fields& c, uint32_t) { h->to_noc_unicast_inline_write(c); }
    template <Mask mask, typename C>
    static void update(Header* h, const C& c, uint16_t) {
        auto& f = h->command_fields.unicast_inline_write;
        if constexpr (has_flag(mask, Mask::DstAddr)) f.noc_address = c.noc_address;
        if constexpr (has_flag(mask, Mask::Value)) f.value = c.value;
        h->payload_size_bytes = 0;
    }
};

struct AtomicIncCommand {
    using Fields = NocUnicastAtomicIncCommandHeader;
    using Mask = UnicastAtomicIncUpdateMask;
    static constexpr NocSendType kType = NOC_UNICAST_ATOMIC_INC;
    static void fill(Header* h, const Fields& c, uint32_t) { h->to_noc_unicast_atomic_inc(c); }
    template <Mask mask, typename C>
    static void update(Header* h, const C& c, uint16_t) {
        auto& f = h->command_fields.unicast_seminc;
        if constexpr (has_flag(mask, Mask::DstAddr)) f.noc_address = c.noc_address;
        if constexpr (has_flag(mask, Mask::Val)) f.val = c.val;
        if constexpr (has_flag(mask, Mask::Flush)) f.flush = c.flush;
        h->payload_size_bytes = 0;
    }
};

struct ScatterCommand {
    using Fields = NocUnicastScatterCommandHeader;
    using Mask = UnicastScatterWriteUpdateMask;
    static constexpr NocSendType kType = NOC_UNICAST_SCATTER_WRITE;
    static void fill(Header* h, const Fields& c, uint32_t size) {
        h->to_noc_unicast_scatter_write(c, size);
    }
    template <Mask mask, typename C>
    static void update(Header* h, const C& c, uint16_t size) {
        auto& f = h->command_fields.unicast_scatter_write;
        if constexpr (has_flag(mask, Mask::DstAddrs))
            for (uint32_t i = 0; i < NOC_SCATTER_WRITE_MAX_CHUNKS; i++)
                f.noc_address[i] = c.noc_address[i];
        if constexpr (has_flag(mask, Mask::ChunkSizes))
            for (uint32_t i = 0; i < NOC_SCATTER_WRITE_MAX_CHUNKS - 1; i++)
                f.chunk_size[i] = c.chunk_size[i];
        if constexpr (has_flag(mask, Mask::DstAddrs | Mask::ChunkSizes))
            f.chunk_count = c.chunk_count;
        if constexpr (has_flag(mask, Mask::PayloadSize)) h->payload_size_bytes = size;
        f.chunk_encoding = Header::kAllWrites;
    }
};

struct FusedCommand {
    using Fields = NocUnicastAtomicIncFusedCommandHeader;
    using Mask = UnicastFusedAtomicIncUpdateMask;
    static constexpr NocSendType kType = NOC_FUSED_UNICAST_ATOMIC_INC;
    static void fill(Header* h, const Fields& c, uint32_t size) {
        h->to_noc_fused_unicast_write_atomic_inc(c, size);
    }
    template <Mask mask, typename C>
    static void update(Header* h, const C& c, uint16_t size) {
        auto& f = h->command_fields.unicast_seminc_fused;
        if constexpr (has_flag(mask, Mask::WriteDstAddr)) f.noc_address = c.noc_address;
        if constexpr (has_flag(mask, Mask::SemaphoreAddr))
            f.semaphore_noc_address = c.semaphore_noc_address;
        if constexpr (has_flag(mask, Mask::Val)) f.val = c.val;
        if constexpr (has_flag(mask, Mask::Flush)) f.flush = c.flush;
        if constexpr (has_flag(mask, Mask::PayloadSize)) h->payload_size_bytes = size;
    }
};

struct FusedScatterCommand {
    using Fields = NocUnicastScatterAtomicIncFusedCommandHeader;
    using Mask = UnicastFusedScatterWriteAtomicIncUpdateMask;
    static constexpr NocSendType kType = NOC_UNICAST_SCATTER_WRITE;
    static void fill(Header* h, const Fields& c, uint32_t size) {
        h->to_noc_fused_unicast_scatter_write_atomic_inc(c, size);
    }
    template <Mask mask, typename C>
    static void update(Header* h, const C& c, uint16_t size) {
        auto& f = h->command_fields.unicast_scatter_write;
        if constexpr (has_flag(mask, Mask::WriteDstAddrs)) {
            f.noc_address[0] = c.noc_address[0];
            f.noc_address[1] = c.noc_address[1];
        }
        if constexpr (has_flag(mask, Mask::SemaphoreDstAddr))
            f.noc_address[2] = c.semaphore_noc_address;
        if constexpr (has_flag(mask, Mask::PayloadSize)) h->payload_size_bytes = size;
        if constexpr (has_flag(mask, Mask::WriteChunkSizes)) {
            f.chunk_size[0] = c.chunk_size[0];
            f.chunk_size[1] = uint16_t(h->payload_size_bytes - c.chunk_size[0]);
        }
        if constexpr (has_flag(mask, Mask::Val)) f.chunk_size[2] = c.val;
        if constexpr (has_flag(mask, Mask::Flush)) h->set_fused_flush(c.flush);
        f.chunk_count = 3;
    }
};

// ---- sending ----

template <typename Sender>
FORCE_INLINE void send_header(Sender* sender, Header* header) {
    sender->wait_for_empty_write_slot();
    sender->send_payload_flush_non_blocking_from_address(ironbird::address_of(header),
                                                         sizeof(PACKET_HEADER_TYPE));
}

template <typename Sender>
FORCE_INLINE void send_packet(Sender* sender, Header* header, uint32_t src_addr, uint32_t size) {
    sender->wait_for_empty_write_slot();
    sender->send_payload_without_header_non_blocking_from_address(src_addr, size);
    sender->send_payload_flush_non_blocking_from_address(ironbird::address_of(header),
                                                         sizeof(PACKET_HEADER_TYPE));
}

// ---- several connections ----

using Manager = tt::tt_fabric::RoutingPlaneConnectionManager;

// The connections of append_routing_plane_connection_manager_rt_args.
template <uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
FORCE_INLINE void open_connections(Manager& connection_manager, uint32_t num_connections_to_build,
                                   size_t& rt_arg_idx) {
    connection_manager =
        Manager::build_from_args<Manager::BUILD_AND_OPEN_CONNECTION, WORKER_HANDSHAKE_NOC>(
            rt_arg_idx, num_connections_to_build);
}
template <uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
FORCE_INLINE void close_connections(Manager& connection_manager) {
    connection_manager.close<WORKER_HANDSHAKE_NOC>();
}

template <typename F>
FORCE_INLINE void for_each_route(Manager& manager, uint8_t route_id, F f) {
    PacketHeaderPool::for_each_header(
        route_id, [&](Header* header, uint8_t i) { f(&manager.get(i).sender, header, i); });
}

}  // namespace tt::tt_fabric::common::experimental

// ---- packets of which a header is set up already, over one connection or all of a manager ----

#define IB_FABRIC_PAYLOAD_WITH_STATE(name, Command)                                                \
    template <Command::Mask UpdateMask = Command::Mask::None, typename FabricSenderType,           \
              typename CommandHeaderT = std::nullptr_t>                                            \
    FORCE_INLINE void name##_with_state(FabricSenderType* client_interface, Header* packet_header, \
                                        uint32_t src_addr, CommandHeaderT command = nullptr,       \
                                        uint16_t packet_size_bytes = 0) {                          \
        Command::update<UpdateMask>(packet_header, command, packet_size_bytes);                    \
        send_packet(client_interface, packet_header, src_addr, packet_header->payload_size_bytes); \
    }                                                                                              \
    template <Command::Mask UpdateMask = Command::Mask::None,                                      \
              typename CommandHeaderT = std::nullptr_t>                                            \
    FORCE_INLINE void name##_with_state(Manager& connection_manager, uint8_t route_id,             \
                                        uint32_t src_addr, CommandHeaderT command = nullptr,       \
                                        uint16_t packet_size_bytes = 0) {                          \
        for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t) {       \
            Command::update<UpdateMask>(h, command, packet_size_bytes);                            \
            send_packet(sender, h, src_addr, h->payload_size_bytes);                               \
        });                                                                                        \
    }

#define IB_FABRIC_HEADER_WITH_STATE(name, Command)                                                 \
    template <Command::Mask UpdateMask = Command::Mask::None, typename FabricSenderType,           \
              typename CommandHeaderT = std::nullptr_t>                                            \
    FORCE_INLINE void name##_with_state(FabricSenderType* client_interface, Header* packet_header, \
                                        CommandHeaderT command = nullptr) {                        \
        Command::update<UpdateMask>(packet_header, command, 0);                                    \
        send_header(client_interface, packet_header);                                              \
    }                                                                                              \
    template <Command::Mask UpdateMask = Command::Mask::None,                                      \
              typename CommandHeaderT = std::nullptr_t>                                            \
    FORCE_INLINE void name##_with_state(Manager& connection_manager, uint8_t route_id,             \
                                        CommandHeaderT command = nullptr) {                        \
        for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t) {       \
            Command::update<UpdateMask>(h, command, 0);                                            \
            send_header(sender, h);                                                                \
        });                                                                                        \
    }
