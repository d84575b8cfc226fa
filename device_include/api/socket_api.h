// A kernel's end of a socket: a FIFO in the receiver's memory. Both ends count bytes for ever; what
// does not fit a whole page at the end of the FIFO is skipped, and counted.
#pragma once

#include "api/alignment.h"
#include "api/dataflow/dataflow_api.h"
#include "api/debug/assert.h"
#include "hostdev/socket.h"
#if defined(ROUTING_MODE)
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"
#endif

inline constexpr uint32_t kSocketUnit = 16;
inline constexpr uint32_t sender_socket_md_size_bytes = 2 * kSocketUnit;
inline constexpr uint32_t bytes_acked_size_bytes = kSocketUnit;
inline constexpr uint32_t downstream_encoding_size_bytes = kSocketUnit;
static_assert(sizeof(sender_socket_md) <= sender_socket_md_size_bytes);

namespace ironbird {
FORCE_INLINE volatile tt_l1_ptr uint32_t* socket_word(uint32_t address) {
    return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{address});
}
template <typename T>
FORCE_INLINE T* socket_data(uint32_t address) {
    return reinterpret_cast<T*>(uintptr_t{address});
}
// Moves a pointer into a FIFO whose whole pages take `pages` bytes of `all`; returns the bytes that
// this counts.
FORCE_INLINE uint32_t socket_advance(uint32_t& offset, uint32_t bytes, uint32_t pages,
                                     uint32_t all) {
    offset += bytes;
    if (offset < pages) return bytes;
    offset -= pages;
    return bytes + all - pages;
}
}  // namespace ironbird

// ---- sender

inline SocketSenderInterface create_sender_socket_interface(uint32_t config_addr) {
    const auto* at = ironbird::socket_data<volatile tt_l1_ptr sender_socket_md>(config_addr);
    SocketSenderInterface s{};
    s.config_addr = config_addr;
    s.write_ptr = at->write_ptr;
    s.bytes_sent = at->bytes_sent;
    s.bytes_acked_base_addr = config_addr + sender_socket_md_size_bytes;
    s.num_downstreams = at->num_downstreams;
    s.downstream_fifo_total_size = at->downstream_fifo_total_size;
    s.downstream_fifo_addr = at->downstream_fifo_addr;
    s.downstream_bytes_sent_addr = at->downstream_bytes_sent_addr;
    s.is_d2h = at->is_d2h;
    s.d2d.downstream_enc_base_addr =
        s.bytes_acked_base_addr + s.num_downstreams * bytes_acked_size_bytes;
    return s;
}

inline sender_downstream_encoding get_downstream_encoding(const SocketSenderInterface& socket,
                                                          uint32_t downstream_id) {
    ASSERT(downstream_id < socket.num_downstreams);
    return *ironbird::socket_data<tt_l1_ptr sender_downstream_encoding>(
        socket.d2d.downstream_enc_base_addr + downstream_id * downstream_encoding_size_bytes);
}

inline void set_sender_socket_page_size(SocketSenderInterface& socket, uint32_t page_size) {
    const uint32_t all = socket.downstream_fifo_total_size;
    ASSERT(page_size % kSocketUnit == 0 && page_size <= all);
    const uint32_t pages = all - all % page_size;
    socket.write_ptr = align(socket.write_ptr, page_size);
    if (socket.write_ptr >= pages) {
        socket.bytes_sent += all - socket.write_ptr;
        socket.write_ptr = 0;
    }
    socket.page_size = page_size;
    socket.downstream_fifo_curr_size = pages;
}

inline void socket_reserve_pages(const SocketSenderInterface& socket, uint32_t num_pages) {
    const uint32_t needed = num_pages * socket.page_size;
    for (uint32_t i = 0; i < socket.num_downstreams; i++) {
        auto* acked =
            ironbird::socket_word(socket.bytes_acked_base_addr + i * bytes_acked_size_bytes);
        while (socket.downstream_fifo_total_size - (socket.bytes_sent - *acked) < needed)
            invalidate_l1_cache();
    }
}

inline void socket_push_pages(SocketSenderInterface& socket, uint32_t num_pages) {
    ASSERT(num_pages * socket.page_size <= socket.downstream_fifo_curr_size);
    socket.bytes_sent += ironbird::socket_advance(socket.write_ptr, num_pages * socket.page_size,
                                                  socket.downstream_fifo_curr_size,
                                                  socket.downstream_fifo_total_size);
}

// To receivers on the same device.
inline void socket_notify_receiver(const SocketSenderInterface& socket, uint8_t noc = noc_index) {
    for (uint32_t i = 0; i < socket.num_downstreams; i++) {
        const auto to = get_downstream_encoding(socket, i).d2d;
        noc_inline_dw_write(get_noc_addr(to.downstream_noc_x, to.downstream_noc_y,
                                         socket.downstream_bytes_sent_addr, noc),
                            socket.bytes_sent, 0xf, noc);
    }
}

// All that was sent has been taken.
inline void socket_barrier(const SocketSenderInterface& socket) {
    for (uint32_t i = 0; i < socket.num_downstreams; i++) {
        auto* acked =
            ironbird::socket_word(socket.bytes_acked_base_addr + i * bytes_acked_size_bytes);
        while (*acked != socket.bytes_sent) invalidate_l1_cache();
    }
}

// For the next kernel that uses the socket.
inline void update_socket_config(const SocketSenderInterface& socket) {
    auto* at = ironbird::socket_data<volatile tt_l1_ptr sender_socket_md>(socket.config_addr);
    at->bytes_sent = socket.bytes_sent;
    at->write_ptr = socket.write_ptr;
}

// ---- receiver

inline SocketReceiverInterface create_receiver_socket_interface(uint32_t config_addr) {
    const auto* at = ironbird::socket_data<volatile tt_l1_ptr receiver_socket_md>(config_addr);
    SocketReceiverInterface s{};
    s.config_addr = config_addr;
    s.read_ptr = at->read_ptr;
    s.bytes_acked = at->bytes_acked;
    s.bytes_sent_addr = config_addr;
    s.fifo_addr = at->fifo_addr;
    s.fifo_total_size = at->fifo_total_size;
    s.is_h2d = at->is_h2d;
    s.d2d = {at->d2d.upstream_mesh_id, at->d2d.upstream_chip_id, at->d2d.upstream_noc_y,
             at->d2d.upstream_noc_x, at->d2d.upstream_bytes_acked_addr};
    return s;
}

// False: not so many have come, and the caller did not want to look more often.
inline bool socket_wait_for_bytes(const SocketReceiverInterface& socket, uint32_t bytes,
                                  uint32_t most_looks = 0) {
    auto* sent = ironbird::socket_word(socket.bytes_sent_addr);
    for (uint32_t looks = 1; *sent - socket.bytes_acked < bytes; looks++) {
        if (most_looks != 0 && looks > most_looks) return false;
        invalidate_l1_cache();
    }
    return true;
}

inline void set_receiver_socket_page_size(SocketReceiverInterface& socket, uint32_t page_size) {
    const uint32_t all = socket.fifo_total_size, pages = all - all % page_size;
    ASSERT(page_size <= all);
    uint32_t offset = align(socket.read_ptr - socket.fifo_addr, page_size);
    if (offset >= pages) {
        socket_wait_for_bytes(socket, all - offset);
        socket.bytes_acked += all - offset;
        offset = 0;
    }
    socket.read_ptr = socket.fifo_addr + offset;
    socket.page_size = page_size;
    socket.fifo_curr_size = pages;
}

inline bool socket_wait_for_pages(const SocketReceiverInterface& socket, uint32_t num_pages,
                                  uint32_t early_exit_iter_count = 0) {
    uint32_t offset = socket.read_ptr - socket.fifo_addr;
    const uint32_t bytes = ironbird::socket_advance(offset, num_pages * socket.page_size,
                                                    socket.fifo_curr_size, socket.fifo_total_size);
    return socket_wait_for_bytes(socket, bytes, early_exit_iter_count);
}

inline void socket_pop_pages(SocketReceiverInterface& socket, uint32_t num_pages) {
    uint32_t offset = socket.read_ptr - socket.fifo_addr;
    ASSERT(num_pages * socket.page_size <= socket.fifo_curr_size);
    socket.bytes_acked += ironbird::socket_advance(offset, num_pages * socket.page_size,
                                                   socket.fifo_curr_size, socket.fifo_total_size);
    socket.read_ptr = socket.fifo_addr + offset;
}

// To a sender on the same device.
inline void socket_notify_sender(const SocketReceiverInterface& socket, uint8_t noc = noc_index) {
    noc_inline_dw_write(get_noc_addr(socket.d2d.upstream_noc_x, socket.d2d.upstream_noc_y,
                                     socket.d2d.upstream_bytes_acked_addr, noc),
                        socket.bytes_acked, 0xf, noc);
}

inline void update_socket_config(const SocketReceiverInterface& socket) {
    auto* at = ironbird::socket_data<volatile tt_l1_ptr receiver_socket_md>(socket.config_addr);
    at->bytes_acked = socket.bytes_acked;
    at->read_ptr = socket.read_ptr;
}

// ---- over the fabric

#if defined(ROUTING_MODE)

namespace ironbird {

FORCE_INLINE void socket_route(volatile tt_l1_ptr PACKET_HEADER_TYPE* header, uint32_t chip,
                               uint32_t mesh) {
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
    fabric_set_unicast_route(header, uint16_t(chip), uint16_t(mesh));
#else
    header->to_chip_unicast(uint8_t(chip));
#endif
}

template <typename Sender>
FORCE_INLINE void socket_tell(Sender& connection, volatile tt_l1_ptr PACKET_HEADER_TYPE* header,
                              uint64_t word, uint32_t value) {
    header->to_noc_unicast_inline_write(
        tt::tt_fabric::NocUnicastInlineWriteCommandHeader{word, value});
    connection.wait_for_empty_write_slot();
    connection.send_payload_flush_blocking_from_address(address_of(header),
                                                        sizeof(PACKET_HEADER_TYPE));
}

}  // namespace ironbird

inline void fabric_set_unicast_route(volatile tt_l1_ptr PACKET_HEADER_TYPE* fabric_header_addr,
                                     const sender_downstream_encoding& socket) {
    ironbird::socket_route(fabric_header_addr, socket.d2d.downstream_chip_id,
                           socket.d2d.downstream_mesh_id);
}
inline void fabric_set_unicast_route(volatile tt_l1_ptr PACKET_HEADER_TYPE* fabric_header_addr,
                                     const SocketReceiverInterface& socket) {
    ironbird::socket_route(fabric_header_addr, socket.d2d.upstream_chip_id,
                           socket.d2d.upstream_mesh_id);
}

inline void fabric_socket_notify_receiver(
    const SocketSenderInterface& socket, tt::tt_fabric::WorkerToFabricEdmSender& fabric_connection,
    volatile tt_l1_ptr PACKET_HEADER_TYPE* fabric_header_addr) {
    for (uint32_t i = 0; i < socket.num_downstreams; i++) {
        const sender_downstream_encoding to = get_downstream_encoding(socket, i);
        fabric_set_unicast_route(fabric_header_addr, to);
        ironbird::socket_tell(
            fabric_connection, fabric_header_addr,
            safe_get_noc_addr(uint8_t(to.d2d.downstream_noc_x), uint8_t(to.d2d.downstream_noc_y),
                              socket.downstream_bytes_sent_addr, 0),
            socket.bytes_sent);
    }
}

// The route and the sender's word are set up already.
inline void fabric_socket_notify_sender_stateful(
    const SocketReceiverInterface& socket,
    tt::tt_fabric::WorkerToFabricEdmSender& fabric_connection,
    volatile tt_l1_ptr PACKET_HEADER_TYPE* fabric_header_addr,
    uint64_t upstream_bytes_acked_noc_addr) {
    ironbird::socket_tell(fabric_connection, fabric_header_addr, upstream_bytes_acked_noc_addr,
                          socket.bytes_acked);
}

inline void fabric_socket_notify_sender(const SocketReceiverInterface& socket,
                                        tt::tt_fabric::WorkerToFabricEdmSender& fabric_connection,
                                        volatile tt_l1_ptr PACKET_HEADER_TYPE* fabric_header_addr) {
    fabric_set_unicast_route(fabric_header_addr, socket);
    ironbird::socket_tell(
        fabric_connection, fabric_header_addr,
        safe_get_noc_addr(uint8_t(socket.d2d.upstream_noc_x), uint8_t(socket.d2d.upstream_noc_y),
                          socket.d2d.upstream_bytes_acked_addr, 0),
        socket.bytes_acked);
}

#endif
