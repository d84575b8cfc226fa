// In a router's place: takes packets from a mux and gives their slots back at once, until the mux
// has closed its connection.
#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux.hpp"
#include "tt_metal/fabric/impl/kernels/mux_channel.hpp"

using namespace tt::tt_fabric;

// What would lie behind the channel.
struct Nowhere {
    void wait_for_empty_write_slot() {}
    void send_payload_flush_non_blocking_from_address(uint32_t, size_t) {}
};

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    auto* status = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{next()});
    const uint32_t base = next(), info = next(), handshake = next(), stream = next();
    const uint32_t slots = next(), slot_bytes = next(), cursor = next();
    // Where an earlier mux has stored how far it came.
    for (uint32_t i = 0; i < 4; i++)
        reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{cursor})[i] = 0;
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{handshake}) = 0;
    MuxChannel channel;
    channel.begin(base, info, handshake, stream, slots, slot_bytes);
    Nowhere nowhere;
    noc_semaphore_set(status, EDMStatus::READY_FOR_TRAFFIC);
    while (!channel.closed()) {
        invalidate_l1_cache();
        channel.forward(nowhere);
        channel.check_connection();
    }
    noc_async_write_barrier();
    noc_semaphore_set(status, EDMStatus::TERMINATED);
}
