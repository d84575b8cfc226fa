// Functions that fill a header for a mesh and send it: fabric_{unicast,multicast}_noc_<command>,
// and the same in two steps (_set_state once, _with_state for each packet), over one connection or
// over all of a manager, which knows the chip of each.
#pragma once

#include "tt_metal/fabric/hw/inc/api_common.h"
#include "tt_metal/fabric/hw/inc/mesh/addrgen_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

#if (ROUTING_MODE & ROUTING_MODE_2D) == 0
#error "mesh/api.h is for fabrics of two dimensions"
#endif

namespace tt::tt_fabric::mesh::experimental {

using namespace tt::tt_fabric::common::experimental;

// Hops to each side.
struct MeshMcastRange {
    uint8_t e, w, n, s;
};

// What tells where pages of a tensor are.
template <typename T>
concept IsAccessor = requires(const T& t) { t.get_noc_addr(0u, 0u, uint8_t(0)); };

// Only managers that were built in two dimensions know chips.
template <typename T>
concept IsManager = std::is_same_v<T, Manager>;

// ---- ways ----

struct UnicastWay {
    uint8_t chip;
    uint16_t mesh;
    void set(Header* h) const { fabric_set_unicast_route(h, chip, mesh); }
};
struct MulticastWay {
    uint8_t chip;
    uint16_t mesh;
    MeshMcastRange to;
    void set(Header* h) const { fabric_set_mcast_route(h, chip, mesh, to.e, to.w, to.n, to.s); }
};

// ---- the functions: IB_WAY are the parameters that say the way and IB_MADE what is made of them,
// IB_WAYS and IB_MADES the same for the connections of a manager ----

#define IB_FABRIC_WITH_PAYLOAD(name, Command, IB_WAY, IB_MADE, IB_WAYS, IB_MADES)              \
    IB_FABRIC_PAYLOAD_WITH_STATE(name, Command)                                                \
    template <typename FabricSenderType, bool SetRoute = true>                                 \
    FORCE_INLINE void name(FabricSenderType* client_interface, Header* packet_header, IB_WAY,  \
                           uint32_t src_addr, uint32_t size, const Command::Fields& command) { \
        if constexpr (SetRoute) IB_MADE.set(packet_header);                                    \
        Command::fill(packet_header, command, size);                                           \
        send_packet(client_interface, packet_header, src_addr, size);                          \
    }                                                                                          \
    template <IsManager ManagerT>                                                              \
    FORCE_INLINE void name(ManagerT& connection_manager, uint8_t route_id,                     \
                           IB_WAYS uint32_t src_addr, uint32_t size,                           \
                           const Command::Fields& command) {                                   \
        for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t i) { \
            const auto& slot = connection_manager.get(i);                                      \
            IB_MADES.set(h);                                                                   \
            Command::fill(h, command, size);                                                   \
            send_packet(sender, h, src_addr, size);                                            \
        });                                                                                    \
    }

#define IB_FABRIC_HEADER_ONLY(name, Command, IB_WAY, IB_MADE, IB_WAYS, IB_MADES)               \
    IB_FABRIC_HEADER_WITH_STATE(name, Command)                                                 \
    template <typename FabricSenderType>                                                       \
    FORCE_INLINE void name(FabricSenderType* client_interface, Header* packet_header, IB_WAY,  \
                           const Command::Fields& command) {                                   \
        IB_MADE.set(packet_header);                                                            \
        Command::fill(packet_header, command, 0);                                              \
        send_header(client_interface, packet_header);                                          \
    }                                                                                          \
    template <IsManager ManagerT>                                                              \
    FORCE_INLINE void name(ManagerT& connection_manager, uint8_t route_id,                     \
                           IB_WAYS const Command::Fields& command) {                           \
        for_each_route(connection_manager, route_id, [&](auto* sender, Header* h, uint8_t i) { \
            const auto& slot = connection_manager.get(i);                                      \
            IB_MADES.set(h);                                                                   \
            Command::fill(h, command, 0);                                                      \
            send_header(sender, h);                                                            \
        });                                                                                    \
    }

#define IB_FABRIC_SET_STATE(name, Command, IB_WAY, IB_MADE, IB_WAYS, IB_MADES)          \
    template <Command::Mask UpdateMask = Command::Mask::None,                           \
              typename CommandHeaderT = std::nullptr_t>                                 \
        requires(!IsAccessor<CommandHeaderT>)                                           \
    FORCE_INLINE void name##_set_state(Header* packet_header, IB_WAY,                   \
                                       CommandHeaderT command = nullptr,                \
                                       uint16_t packet_size_bytes = 0) {                \
        IB_MADE.set(packet_header);                                                     \
        packet_header->noc_send_type = Command::kType;                                  \
        Command::update<UpdateMask>(packet_header, command, packet_size_bytes);         \
    }                                                                                   \
    template <Command::Mask UpdateMask = Command::Mask::None,                           \
              typename CommandHeaderT = std::nullptr_t, IsManager ManagerT>             \
    FORCE_INLINE void name##_set_state(ManagerT& connection_manager, uint8_t route_id,  \
                                       IB_WAYS CommandHeaderT command = nullptr,        \
                                       uint16_t packet_size_bytes = 0) {                \
        for_each_route(connection_manager, route_id, [&](auto*, Header* h, uint8_t i) { \
            const auto& slot = connection_manager.get(i);                               \
            IB_MADES.set(h);                                                            \
            h->noc_send_type = Command::kType;                                          \
            Command::update<UpdateMask>(h, command, packet_size_bytes);                 \
        });                                                                             \
    }

#define IB_COMMA ,
#define IB_SLOT uint8_t(slot.dst_dev_id) IB_COMMA slot.dst_mesh_id
#define IB_FABRIC_FUNCTIONS(kind, suffix, Command)          \
    IB_FABRIC_UNICAST(kind, suffix, Command)                \
    IB_FABRIC_UNICAST(IB_FABRIC_SET_STATE, suffix, Command) \
    IB_FABRIC_MULTICAST(kind, suffix, Command)              \
    IB_FABRIC_MULTICAST(IB_FABRIC_SET_STATE, suffix, Command)
#define IB_FABRIC_UNICAST(kind, suffix, Command)                                                 \
    kind(fabric_unicast_noc_##suffix, Command, uint8_t dst_dev_id IB_COMMA uint16_t dst_mesh_id, \
         UnicastWay{dst_dev_id IB_COMMA dst_mesh_id}, , UnicastWay{IB_SLOT})
#define IB_FABRIC_MULTICAST(kind, suffix, Command)                                               \
    kind(fabric_multicast_noc_##suffix, Command,                                                 \
         uint8_t dst_dev_id IB_COMMA uint16_t dst_mesh_id IB_COMMA const MeshMcastRange& ranges, \
         MulticastWay{dst_dev_id IB_COMMA dst_mesh_id IB_COMMA ranges},                          \
         const MeshMcastRange* ranges IB_COMMA, MulticastWay{IB_SLOT IB_COMMA ranges[i]})

IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, unicast_write, WriteCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, scatter_write, ScatterCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, fused_unicast_with_atomic_inc, FusedCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_WITH_PAYLOAD, fused_scatter_write_atomic_inc, FusedScatterCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_HEADER_ONLY, unicast_atomic_inc, AtomicIncCommand)
IB_FABRIC_FUNCTIONS(IB_FABRIC_HEADER_ONLY, unicast_inline_write, InlineWriteCommand)

// ---- pages of tensors; a page that is longer than a packet takes several. They return when the
// source may be written again ----

template <typename Sender, IsAccessor Accessor, typename Last>
FORCE_INLINE void send_page(Sender* sender, Header* h, uint32_t src_addr, const Accessor& accessor,
                            uint32_t page_id, uint32_t offset, Last fill_last) {
    const uint32_t most = FABRIC_MAX_PACKET_SIZE, page = addrgen_detail::get_page_size(accessor);
    for (uint32_t done = 0; done < page;) {
        const uint32_t part = page - done < most ? page - done : most;
        const uint64_t to = addrgen_detail::get_noc_address(accessor, page_id, offset + done);
        if (done + part == page)
            fill_last(to, part);
        else
            WriteCommand::fill(h, {to}, part);
        send_packet(sender, h, src_addr + done, part);
        noc_async_writes_flushed();  // the header is used again
        done += part;
    }
}

struct PageWrite {
    static constexpr NocSendType kType = NOC_UNICAST_WRITE;
    template <typename Sender, IsAccessor Accessor>
    static void send(Sender* sender, Header* h, uint32_t src_addr, const Accessor& accessor,
                     uint32_t page_id, uint32_t offset = 0) {
        send_page(sender, h, src_addr, accessor, page_id, offset,
                  [&](uint64_t to, uint32_t part) { WriteCommand::fill(h, {to}, part); });
    }
};

// Two pages, in one packet if they fit.
struct PageScatter {
    static constexpr NocSendType kType = NOC_UNICAST_SCATTER_WRITE;
    template <typename Sender, IsAccessor Accessor>
    static void send(Sender* sender, Header* h, uint32_t src_addr, const Accessor& accessor,
                     uint32_t page_id0, uint32_t page_id1, uint32_t offset0 = 0,
                     uint32_t offset1 = 0) {
        const uint32_t page = addrgen_detail::get_page_size(accessor);
        if (2 * page > FABRIC_MAX_PACKET_SIZE) {
            PageWrite::send(sender, h, src_addr, accessor, page_id0, offset0);
            PageWrite::send(sender, h, src_addr + page, accessor, page_id1, offset1);
            return;
        }
        linear::to_noc_unicast_scatter_write(page, h, page_id0, page_id1, accessor, offset0,
                                             offset1);
        send_packet(sender, h, src_addr, 2 * page);
        noc_async_writes_flushed();
    }
};

// The last packet of the page counts.
struct PageFused {
    static constexpr NocSendType kType = NOC_FUSED_UNICAST_ATOMIC_INC;
    template <typename Sender, IsAccessor Accessor>
    static void send(Sender* sender, Header* h, uint32_t src_addr, const Accessor& accessor,
                     uint32_t page_id, uint64_t semaphore, uint32_t val, uint32_t offset = 0,
                     bool flush = true) {
        send_page(sender, h, src_addr, accessor, page_id, offset, [&](uint64_t to, uint32_t part) {
            FusedCommand::fill(h, FusedCommand::Fields(to, semaphore, val, flush), part);
        });
    }
};

// The second step knows all of a page's command, so that the first one sets the way alone.
#define IB_FABRIC_PAGES(name, Page, IB_WAY, IB_MADE, IB_WAYS, IB_MADES)                          \
    template <typename Sender, IsAccessor Accessor, typename... More>                            \
    FORCE_INLINE void name##_with_state(Sender* client_interface, Header* packet_header,         \
                                        uint32_t src_addr, const Accessor& accessor,             \
                                        uint32_t page_id, More... more) {                        \
        Page::send(client_interface, packet_header, src_addr, accessor, page_id, more...);       \
    }                                                                                            \
    template <typename Sender, IsAccessor Accessor, typename... More>                            \
    FORCE_INLINE void name##_with_state(Sender* client_interface, Header* packet_header, IB_WAY, \
                                        uint32_t src_addr, const Accessor& accessor,             \
                                        uint32_t page_id, More... more) {                        \
        Page::send(client_interface, packet_header, src_addr, accessor, page_id, more...);       \
    }                                                                                            \
    template <typename Sender, IsAccessor Accessor, typename... More>                            \
    FORCE_INLINE void name(Sender* client_interface, Header* packet_header, IB_WAY,              \
                           uint32_t src_addr, const Accessor& accessor, uint32_t page_id,        \
                           More... more) {                                                       \
        IB_MADE.set(packet_header);                                                              \
        Page::send(client_interface, packet_header, src_addr, accessor, page_id, more...);       \
    }                                                                                            \
    template <IsAccessor Accessor, typename... More>                                             \
    FORCE_INLINE void name##_set_state(Header* packet_header, IB_WAY, const Accessor&, uint32_t, \
                                       More...) {                                                \
        IB_MADE.set(packet_header);                                                              \
        packet_header->noc_send_type = Page::kType;                                              \
    }

#define IB_FABRIC_PAGES_OF(suffix, Page)             \
    IB_FABRIC_UNICAST(IB_FABRIC_PAGES, suffix, Page) \
    IB_FABRIC_MULTICAST(IB_FABRIC_PAGES, suffix, Page)

IB_FABRIC_PAGES_OF(unicast_write, PageWrite)
IB_FABRIC_PAGES_OF(scatter_write, PageScatter)
IB_FABRIC_PAGES_OF(fused_unicast_with_atomic_inc, PageFused)

#undef IB_FABRIC_PAGES_OF
#undef IB_FABRIC_PAGES
#undef IB_FABRIC_FUNCTIONS
#undef IB_FABRIC_MULTICAST
#undef IB_FABRIC_UNICAST
#undef IB_SLOT
#undef IB_COMMA
#undef IB_FABRIC_SET_STATE
#undef IB_FABRIC_HEADER_ONLY
#undef IB_FABRIC_WITH_PAYLOAD

}  // namespace tt::tt_fabric::mesh::experimental
