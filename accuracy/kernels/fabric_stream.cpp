// Packets along a line as fast as the fabric takes them; the time of all of them.
//
// As upstream's benchmark sends them: once a header has been written into every slot of the router,
// the worker only tells that a slot is full again, so that the worker is never what is slow.
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

namespace {

enum Send : uint32_t { kWrite, kFused, kScatter };

struct Sender : WorkerToFabricEdmSender {
    // What the slot held before is sent once more.
    void repeat() { packet_is_complete(get_fabric_worker_noc()); }
};

#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
void set_multicast(volatile tt_l1_ptr PACKET_HEADER_TYPE* header, uint32_t range) {
    fabric_set_mcast_route(header, 0, 0, range & 0xff, range >> 8 & 0xff, range >> 16 & 0xff,
                           range >> 24);
}
void set_unicast(volatile tt_l1_ptr PACKET_HEADER_TYPE* header, uint32_t chip) {
    fabric_set_unicast_route(header, uint16_t(chip), 0);
}
#else
void set_multicast(volatile tt_l1_ptr PACKET_HEADER_TYPE* header, uint32_t range) {
    header->to_chip_multicast({1, uint8_t(range)});
}
void set_unicast(volatile tt_l1_ptr PACKET_HEADER_TYPE* header, uint32_t hops) {
    header->to_chip_unicast(hops);
}
#endif

void fill(volatile tt_l1_ptr PACKET_HEADER_TYPE* header, uint32_t send, uint64_t to, uint64_t word,
          uint32_t bytes) {
    if (send == kWrite)
        header->to_noc_unicast_write(NocUnicastCommandHeader{to}, bytes);
    else if (send == kFused)
        header->to_noc_fused_unicast_write_atomic_inc(
            NocUnicastAtomicIncFusedCommandHeader{to, word, 1}, bytes);
    else
        header->to_noc_unicast_scatter_write(
            NocUnicastScatterCommandHeader({to, to + bytes / 2}, {uint16_t(bytes / 2)}), bytes);
}

}  // namespace

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    const uint32_t to = next(), word = next(), result = next();
    const uint32_t bytes = next(), count = next(), send = next();
    // Devices that get each packet; 0: one device, which is this far and further by one each time.
    // In two dimensions hops to the east, west, north and south, a byte each; or chips in turn.
    const uint32_t range = next(), nearest = next(), farthest = next();
    const uint32_t x = next(), y = next();
    Sender sender{WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg)};
    auto* header = PacketHeaderPool::allocate_header();
    sender.open();
    if (range != 0) set_multicast(header, range);
    fill(header, send, safe_get_noc_addr(x, y, to, 0), safe_get_noc_addr(x, y, word, 0), bytes);
    const uint32_t headers = sender.num_buffers_per_channel * (farthest - nearest + 1);
    const uint32_t begin = get_timestamp_32b();
    uint32_t hops = nearest;
    for (uint32_t i = 0; i < count; i++) {
        sender.wait_for_empty_write_slot();
        if (i < headers) {
            if (range == 0) set_unicast(header, hops);
            hops = hops == farthest ? nearest : hops + 1;
            sender.send_payload_flush_blocking_from_address((uint32_t)header,
                                                            sizeof(PACKET_HEADER_TYPE));
        } else {
            sender.repeat();
        }
    }
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) = get_timestamp_32b() - begin;
    sender.close();
}
