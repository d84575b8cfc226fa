// Packets along a line as fast as the fabric takes them; the time of those after the first few.
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

namespace {

enum Send : uint32_t { kWrite, kFused, kScatter };

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
    const uint32_t from = next(), to = next(), word = next(), result = next();
    const uint32_t bytes = next(), first = next(), count = next(), send = next();
    // Devices that get each packet; 0: one device, which is this far and further by one each time.
    const uint32_t range = next(), nearest = next(), farthest = next();
    const uint32_t x = next(), y = next();
    auto sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    auto* header = PacketHeaderPool::allocate_header();
    sender.open();
    if (range != 0) header->to_chip_multicast({1, uint8_t(range)});
    fill(header, send, safe_get_noc_addr(x, y, to, 0), safe_get_noc_addr(x, y, word, 0), bytes);
    uint32_t begin = 0, hops = nearest;
    for (uint32_t i = 0; i < first + count; i++) {
        if (i == first) begin = get_timestamp_32b();
        if (range == 0) {
            header->to_chip_unicast(hops);
            hops = hops == farthest ? nearest : hops + 1;
        }
        sender.wait_for_empty_write_slot();
        sender.send_payload_without_header_non_blocking_from_address(from, bytes);
        sender.send_payload_flush_blocking_from_address((uint32_t)header,
                                                        sizeof(PACKET_HEADER_TYPE));
    }
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) = get_timestamp_32b() - begin;
    sender.close();
}
