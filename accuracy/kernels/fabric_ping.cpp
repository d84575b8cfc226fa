// There and back: the last word of a packet says its number. Tells how long all of them took, and
// how much of that passed between seeing a packet and having sent the next.
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
            NocUnicastAtomicIncFusedCommandHeader{there, safe_get_noc_addr(x, y, word, 0), 1},
            bytes);
    else
        header->to_noc_unicast_write(NocUnicastCommandHeader{there}, bytes);
    auto* mark = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(from + bytes - 4);
    auto* seen = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(fused != 0 ? word : to + bytes - 4);
    uint32_t own = 0, at = get_timestamp_32b();
    const uint32_t begin = at;
    for (uint32_t i = 1; i <= count; i++) {
        for (uint32_t turn = 0; turn < 2; turn++) {
            if ((turn == 0) != (begins != 0)) {
                while (*seen < i) invalidate_l1_cache();
                at = get_timestamp_32b();
            } else {
                *mark = i;
                sender.wait_for_empty_write_slot();
                sender.send_payload_without_header_non_blocking_from_address(from, bytes);
                sender.send_payload_flush_blocking_from_address((uint32_t)header,
                                                                sizeof(PACKET_HEADER_TYPE));
                own += get_timestamp_32b() - at;
            }
        }
    }
    auto* cycles = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result);
    cycles[0] = at - begin;
    cycles[1] = own;
    sender.close();
}
