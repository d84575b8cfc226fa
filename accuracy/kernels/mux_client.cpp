// Packets to a mux as fast as it takes them, and the time of all of them. All clients begin when
// the first one says so; it ends the mux when all have disconnected.
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux_interface.hpp"

using namespace tt::tt_fabric;

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    const uint32_t x = next(), y = next(), channel = next(), slots = next(), slot_bytes = next();
    const uint32_t base = next(), info = next(), handshake = next(), flow = next(), index = next();
    const uint32_t status = next(), termination = next(), words = next();
    auto mux = build_connection_to_fabric_endpoint<0>(x, y, channel, slots, slot_bytes, base, info,
                                                      handshake, flow, index, words, words + 16,
                                                      words + 32);
    const uint32_t from = next(), result = next(), bytes = next(), packets = next();
    const uint32_t begin = get_semaphore(next()), ended = get_semaphore(next());
    const uint32_t clients = next(), first = next();  // cores follow: x | y << 16
    auto* header = PacketHeaderPool::allocate_header();
    const uint64_t nowhere = safe_get_noc_addr(my_x[0], my_y[0], from, 0);
    header->to_chip_unicast(1);
    if (bytes != 0)
        header->to_noc_unicast_write(NocUnicastCommandHeader{nowhere}, bytes);
    else
        header->to_noc_unicast_atomic_inc(NocUnicastAtomicIncCommandHeader{nowhere, 1});
    wait_for_fabric_endpoint_ready(x, y, status, words + 48);
    if (first != 0)
        for (uint32_t i = 0; i < clients; i++) {
            const uint32_t core = next();
            noc_semaphore_inc(get_noc_addr(core & 0xffff, core >> 16, begin), 1);
        }
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{begin}), 1);
    fabric_client_connect(mux);
    const uint32_t started = get_timestamp_32b();
    for (uint32_t i = 0; i < packets; i++) {
        if (bytes != 0)
            fabric_async_write(mux, header, from, bytes);
        else
            fabric_atomic_inc(mux, header);
    }
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{result}) =
        get_timestamp_32b() - started;
    fabric_client_disconnect(mux);
    const uint32_t leader = get_arg_val<uint32_t>(first != 0 ? arg - clients : arg);
    noc_semaphore_inc(get_noc_addr(leader & 0xffff, leader >> 16, ended), 1);
    noc_async_atomic_barrier();
    if (first == 0) return;
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{ended}), clients);
    fabric_endpoint_terminate(x, y, termination);
}
