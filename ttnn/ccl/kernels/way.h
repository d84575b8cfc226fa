// One direction along a line of devices: a connection to the router there, and packet headers.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/fabric_config.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

namespace ttnn_ccl {

using namespace tt::tt_fabric;

constexpr uint32_t kMostChunks = NOC_SCATTER_WRITE_MAX_CHUNKS;

struct Way {
    using Header = volatile PACKET_HEADER_TYPE;
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
    static constexpr uint32_t kWords = 6;  // before the connection's
#else
    static constexpr uint32_t kWords = 4;
#endif
    static constexpr uint32_t kConnectionWords = 3;

    bool there;
    WorkerToFabricEdmSender sender;
    Header *data[2], *count;  // data of the first and of the second half of the pages
    uint32_t most;            // bytes of a packet

    // A flag; then hops to the first device, how many devices are told counts, and how many get the
    // data of each half; in two dimensions side and number of the first device.
    void build(size_t& arg) {
        there = get_arg_val<uint32_t>(arg++) != 0;
        if (!there) {
            arg += kWords + kConnectionWords;
            return;
        }
        most = get_fabric_max_packet_size();
        count = route(PacketHeaderPool::allocate_header(), arg, 1);
        for (uint32_t half = 0; half < 2; half++)
            data[half] = route(PacketHeaderPool::allocate_header(), arg, 2 + half);
        arg += kWords;
        sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
        sender.open_start();
    }

    static Header* route(Header* header, size_t arg, uint32_t which) {
        const auto word = [&](uint32_t i) { return uint16_t(get_arg_val<uint32_t>(arg + i)); };
        const uint16_t first = word(0), devices = word(which);
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
        const auto hops = [&](uint16_t side) { return word(4) == side ? devices : uint16_t(0); };
        if (first > 1)
            fabric_set_unicast_route(header, word(5), 0);
        else
            fabric_set_mcast_route(header, word(5), 0, hops(0), hops(1), hops(2), hops(3));
#else
        header->to_chip_multicast({uint8_t(first), uint8_t(devices)});
#endif
        return header;
    }

    // Data go to one device from now on.
    void aim(uint32_t hops, uint32_t chip) {
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
        fabric_set_unicast_route(data[0], uint16_t(chip), 0);
#else
        data[0]->to_chip_unicast(uint8_t(hops));
#endif
    }

    void increment(uint64_t address, uint32_t by = 1) {
        if (!there) return;
        count->to_noc_unicast_atomic_inc(NocUnicastAtomicIncCommandHeader{address, by, true});
        sender.wait_for_empty_write_slot();
        sender.send_payload_flush_blocking_from_address((uint32_t)count,
                                                        sizeof(PACKET_HEADER_TYPE));
    }

    // One packet of one page's part or of several whole pages; the source must stay until a flush.
    void send(uint32_t from, uint32_t bytes, const uint64_t* to, uint32_t chunks, uint32_t page,
              uint32_t half = 0) {
        if (!there) return;
        Header* header = data[half];
        if (chunks == 1) {
            header->to_noc_unicast_write(NocUnicastCommandHeader{to[0]}, bytes);
        } else {
            const uint16_t sizes[] = {uint16_t(page), uint16_t(page), uint16_t(page)};
            header->to_noc_unicast_scatter_write(
                NocUnicastScatterCommandHeader(to, sizes, uint8_t(chunks)), bytes);
        }
        sender.wait_for_empty_write_slot();
        sender.send_payload_without_header_non_blocking_from_address(from, bytes);
        sender.send_payload_flush_non_blocking_from_address((uint32_t)header,
                                                            sizeof(PACKET_HEADER_TYPE));
    }

    // A page in as many packets as it takes.
    void send_page(uint32_t from, uint32_t bytes, uint64_t to) {
        for (uint32_t sent = 0; sent < bytes;) {
            const uint32_t now = bytes - sent < most ? bytes - sent : most;
            const uint64_t part = to + sent;
            send(from + sent, now, &part, 1, now);
            noc_async_writes_flushed();  // the header is used again
            sent += now;
        }
    }
};

template <uint32_t N>
void build(Way (&ways)[N], size_t& arg) {
    for (Way& way : ways) way.build(arg);
    for (Way& way : ways)
        if (way.there) way.sender.open_finish();
}

template <uint32_t N>
void close(Way (&ways)[N]) {
    noc_async_write_barrier();
    for (Way& way : ways)
        if (way.there) way.sender.close_start();
    for (Way& way : ways)
        if (way.there) way.sender.close_finish();
}

// How many pages go into one packet: a power of two, so that they do not run over the end of a
// circular buffer.
inline uint32_t pages_of_packet(uint32_t page) {
    const uint32_t most = get_fabric_max_packet_size();
    uint32_t pages = 1;
    while (2 * pages <= kMostChunks && 2 * pages * page <= most) pages *= 2;
    return pages;
}

// Waits until so many have counted, and forgets them for the next call.
inline void wait_and_reset(uint32_t address, uint32_t count) {
    if (count == 0) return;
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{address});
    noc_semaphore_wait(word, count);
    noc_semaphore_set(word, 0);
}

}  // namespace ttnn_ccl
