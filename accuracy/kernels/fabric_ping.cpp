// There and back: the last word of a packet says its number. Who begins tells how long it was from
// having sent a packet to its answer, the other one how long from seeing a packet to having sent
// the answer. The increment of a fused write flushes nothing, as in what was measured.
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    const uint32_t from = next(), to = next(), word = next(), result = next();
    const uint32_t bytes = next(), count = next(), fused = next(), begins = next();
    const uint32_t x = next(), y = next(), chip = next();
    auto sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    auto* header = PacketHeaderPool::allocate_header();
    sender.open();
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
    fabric_set_unicast_route(header, chip, 0);
#else
    header->to_chip_unicast(1);
#endif
    const uint64_t there = safe_get_noc_addr(x, y, to, 0);
    if (fused != 0)
        header->to_noc_fused_unicast_write_atomic_inc(
            NocUnicastAtomicIncFusedCommandHeader{there, safe_get_noc_addr(x, y, word, 0), 1,
                                                  false},
            bytes);
    else
        header->to_noc_unicast_write(NocUnicastCommandHeader{there}, bytes);
    auto* mark = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(from + bytes - 4);
    auto* seen = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(fused != 0 ? word : to + bytes - 4);
    const auto send = [&](uint32_t number) {
        *mark = number;
        sender.wait_for_empty_write_slot();
        sender.send_payload_without_header_non_blocking_from_address(from, bytes);
        sender.send_payload_flush_non_blocking_from_address((uint32_t)header,
                                                            sizeof(PACKET_HEADER_TYPE));
    };
    uint32_t time = 0;
    for (uint32_t i = 1; i <= count; i++) {
        if (begins != 0) {
            send(i);
            const uint32_t sent = get_timestamp_32b();
            noc_async_writes_flushed();
            while (*seen < i) invalidate_l1_cache();
            time += get_timestamp_32b() - sent;
        } else {
            while (*seen < i) invalidate_l1_cache();
            const uint32_t came = get_timestamp_32b();
            send(i);
            time += get_timestamp_32b() - came;
        }
    }
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) = time;
    sender.close();
}
