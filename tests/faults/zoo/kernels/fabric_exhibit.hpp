// A connection to the next device, and packets of a kilobyte that count in its word.
#pragma once

#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

struct Exhibit {
    static constexpr uint32_t kBytes = 1024;

    uint32_t data = get_arg_val<uint32_t>(0), word = get_arg_val<uint32_t>(1);
    uint32_t x = get_arg_val<uint32_t>(2), y = get_arg_val<uint32_t>(3);
    volatile tt_l1_ptr PACKET_HEADER_TYPE* header = PacketHeaderPool::allocate_header();
    WorkerToFabricEdmSender sender;

    Exhibit() {
        size_t arg = 4;
        sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
        header->to_chip_unicast(1);
    }
    uint64_t there(uint32_t address) const { return safe_get_noc_addr(x, y, address, 0); }

    void send(uint32_t bytes = kBytes) {
        header->to_noc_fused_unicast_write_atomic_inc(
            NocUnicastAtomicIncFusedCommandHeader{there(data), there(word), 1}, bytes);
        sender.wait_for_empty_write_slot();
        sender.send_payload_without_header_non_blocking_from_address(data, bytes);
        sender.send_payload_flush_blocking_from_address((uint32_t)header,
                                                        sizeof(PACKET_HEADER_TYPE));
    }
};
