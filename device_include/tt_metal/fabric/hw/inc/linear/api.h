// Functions that fill a header for a line and send it: fabric_{unicast,multicast}_noc_<command>,
// and the same in two steps (_set_state once, _with_state for each packet), over one connection or
// over all of a manager.
#pragma once

#include "tt_metal/fabric/hw/inc/api_common.h"
#include "tt_metal/fabric/hw/inc/linear/addrgen_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

namespace tt::tt_fabric::linear::experimental {

using namespace tt::tt_fabric::common::experimental;

// ---- ways ----

// How a header says where a packet goes; `i` picks that of a connection from arrays.
struct UnicastWay {
    uint8_t hops;
    void set(Header* h) const { h->to_chip_unicast(hops); }
};
struct MulticastWay {
    uint8_t start, range;
    void set(Header* h) const { h->to_chip_multicast({start, range}); }
};
struct UnicastWays {
    const uint8_t* hops;
    void set(Manager& m, Header* h, uint8_t i) const {
#if defined(FABRIC_2D)
        fabric_set_unicast_route(h, m.get(i).dst_dev_id, m.get(i).dst_mesh_id);
#else
        h->to_chip_unicast(hops[i]);
#endif
    }
};
struct MulticastWays {
    const uint8_t *start, *range;
    void set(Manager& m, Header* h, uint8_t i) const {
#if defined(FABRIC_2D)
        const auto& slot = m.get(i);
        const auto hops = [&](uint8_t side) { return uint16_t(slot.tag == side ? range[i] : 0); };
        fabric_set_mcast_route(h, slot.dst_dev_id, slot.dst_mesh_id, hops(EAST), hops(WEST),
                               hops(NORTH), hops(SOUTH));
#else
        h->to_chip_multicast({start[i], range[i]});
#endif
    }
};

// ---- the functions: IB_WAY are the parameters that say the way, IB_MADE what is made of them ----

#define IB_FABRIC_WITH_PAYLOAD(name, Command, IB_WAY, IB_MADE, IB_WAYS, IB_MADES)              \
    IB_FABRIC_PAYLOAD_WITH_STATE(name, Command)                                                \
    template <typename FabricSenderType>                                                       \
    FORCE_INLINE void name(FabricSenderType* client_interface, Header* packet_header,          \
                           uint32_t src_addr, uint32_t size, const Command::Fields& command,   \
                           IB_WAY) {                                                           \
        IB_MADE.set(packet_header);                                                            \
        Command::fill(packet_header, command, size);                                           \
        send_packet(client_interface, packet_header, src_addr, size);                          \
    }                                                                                          \
    FORCE_INLINE void name(Manager& connection_manager, uint8_t route_id, uint32_t src_addr,   \
                           uint32_t size, const Command::Fields& command, IB_WAYS) {           \
        for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t i) { \
            IB_MADES.set(connection_manager, h, i);                                            \
            Command::fill(h, command, size);                                                   \
            send_packet(sender, h, src_addr, size);                                            \
        });                                                                                    \
    }                                                                                          \
    template <Command::Mask UpdateMask = Command::Mask::None,                                  \
              typename CommandHeaderT = std::nullptr_t>                                        \
    FORCE_INLINE void name##_set_state(Header* packet_header, IB_WAY,                          \
                                       CommandHeaderT command = nullptr,                       \
                                       uint16_t packet_size_bytes = 0) {                       \
        IB_MADE.set(packet_header);                                                            \
        packet_header->noc_send_type = Command::kType;                                         \
        Command::update<UpdateMask>(packet_header, command, packet_size_bytes);                \
    }                                                                                          \
    template <Command::Mask UpdateMask = Command::Mask::None,                                  \
              typename CommandHeaderT = std::nullptr_t>                                        \
    FORCE_INLINE void name##_set_state(Manager& connection_manager, uint8_t route_id, IB_WAYS, \
                                       CommandHeaderT command = nullptr,                       \
                                       uint16_t packet_size_bytes = 0) {                       \
        for_each_route(connection_manager, route_id, [&](auto*, Header* h, uint8_t i) {        \
            IB_MADES.set(connection_manager, h, i);                                            \
            h->noc_send_type = Command::kType;                                                 \
            Command::update<UpdateMask>(h, command, packet_size_bytes);                        \
        });                                                                                    \
    }

#define IB_FABRIC_HEADER_ONLY(name, Command, IB_WAY, IB_MADE, IB_WAYS, IB_MADES)               \
    IB_FABRIC_HEADER_WITH_STATE(name, Command)                                                 \
    template <typename FabricSenderType>                                                       \
    FORCE_INLINE void name(FabricSenderType* client_interface, Header* packet_header,          \
                           const Command::Fields& command, IB_WAY) {                           \
        IB_MADE.set(packet_header);                                                            \
        Command::fill(packet_header, command, 0);                                              \
        send_header(client_interface, packet_header);                                          \
    }                                                                                          \
    FORCE_INLINE void name(Manager& connection_manager, uint8_t route_id,                      \
                           const Command::Fields& command, IB_WAYS) {                          \
        for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t i) { \
            IB_MADES.set(connection_manager, h, i);                                            \
            Command::fill(h, command, 0);                                                      \
            send_header(sender, h);                                                            \
        });                                                                                    \
    }                                                                                          \
    template <Command::Mask UpdateMask = Command::Mask::None,                                  \
              typename CommandHeaderT = std::nullptr_t>                                        \
    FORCE_INLINE void name##_set_state(Header* packet_header, IB_WAY,                          \
                                       CommandHeaderT command = nullptr) {                     \
        IB_MADE.set(packet_header);                                                            \
        packet_header->noc_send_type = Command::kType;                                         \
        Command::update<UpdateMask>(packet_header, command, 0);                                \
    }                                                                                          \
    template <Command::Mask UpdateMask = Command::Mask::None,                                  \
              typename CommandHeaderT = std::nullptr_t>                                        \
    FORCE_INLINE void name##_set_state(Manager& connection_manager, uint8_t route_id, IB_WAYS, \
                                       CommandHeaderT command = nullptr) {                     \
        for_each_route(connection_manager, route_id, [&](auto*, Header* h, uint8_t i) {        \
            IB_MADES.set(connection_manager, h, i);                                            \
            h->noc_send_type = Command::kType;                                                 \
            Command::update<UpdateMask>(h, command, 0);                                        \
        });                                                                                    \
    }

#define IB_COMMA ,
#define IB_FABRIC_FUNCTIONS(kind, suffix, Command)                                     \
    kind(fabric_unicast_noc_##suffix, Command, uint8_t num_hops, UnicastWay{num_hops}, \
         uint8_t* num_hops, UnicastWays{num_hops})                                     \
        kind(fabric_multicast_noc_##suffix, Command,                                   \
             uint8_t start_distance IB_COMMA uint8_t range,                            \
             MulticastWay{start_distance IB_COMMA range},                              \
             uint8_t* start_distance IB_COMMA uint8_t* range,                          \
             MulticastWays{start_distance IB_COMMA range})

IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, unicast_write, WriteCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, scatter_write, ScatterCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, fused_unicast_with_atomic_inc, FusedCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, fused_scatter_write_atomic_inc, FusedScatterCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_HEADER_ONLY, unicast_atomic_inc, AtomicIncCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_HEADER_ONLY, unicast_inline_write, InlineWriteCommand)

#undef IB_FABRIC_FUNCTIONS
#undef IB_COMMA
#undef IB_FABRIC_HEADER_ONLY
#undef IB_FABRIC_WITH_PAYLOAD

// ---- to some of the chips of a line ----

template <typename FabricSenderType>
FORCE_INLINE void fabric_sparse_multicast_noc_unicast_write(FabricSenderType* client_interface,
                                                            Header* packet_header,
                                                            uint32_t src_addr, uint32_t size,
                                                            const NocUnicastCommandHeader& command,
                                                            uint16_t hop_mask) {
    packet_header->set_sparse_route(hop_mask);
    packet_header->to_noc_unicast_write(command, size);
    send_packet(client_interface, packet_header, src_addr, size);
}
FORCE_INLINE void fabric_sparse_multicast_noc_unicast_write(Manager& connection_manager,
                                                            uint8_t route_id, uint32_t src_addr,
                                                            uint32_t size,
                                                            const NocUnicastCommandHeader& command,
                                                            const uint16_t* hop_mask) {
    for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t i) {
        fabric_sparse_multicast_noc_unicast_write(sender, h, src_addr, size, command, hop_mask[i]);
    });
}
// The same bytes to addresses of its own at each of them, some to several: the command's counts.
template <typename FabricSenderType>
FORCE_INLINE void fabric_sparse_multicast_noc_scatter_write(
    FabricSenderType* client_interface, Header* packet_header, uint32_t src_addr, uint32_t size,
    const NocSparseMulticastWriteCommandHeader& command, uint16_t hop_mask) {
    packet_header->set_sparse_route(hop_mask);
    packet_header->to_noc_sparse_mcast_write(command, size);
    send_packet(client_interface, packet_header, src_addr, size);
}

// ---- pages of tensors; a page that is longer than a packet takes several ----

template <typename FabricSenderType, typename AddrGenType>
    requires(!std::is_arithmetic_v<AddrGenType>)
FORCE_INLINE void fabric_unicast_noc_unicast_write(FabricSenderType* client_interface,
                                                   Header* packet_header, uint32_t src_addr,
                                                   const AddrGenType& addrgen, uint32_t page_id,
                                                   uint8_t num_hops, uint32_t offset = 0) {
    const uint32_t most = FABRIC_MAX_PACKET_SIZE, page = addrgen_detail::get_page_size(addrgen);
    for (uint32_t done = 0; done < page;) {
        const uint32_t part = page - done < most ? page - done : most;
        fabric_unicast_noc_unicast_write(client_interface, packet_header, src_addr + done, part,
                                         NocUnicastCommandHeader{addrgen_detail::get_noc_address(
                                             addrgen, page_id, offset + done)},
                                         num_hops);
        done += part;
        if (done < page) noc_async_writes_flushed();
    }
}

}  // namespace tt::tt_fabric::linear::experimental
