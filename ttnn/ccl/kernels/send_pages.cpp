// Pages of a circular buffer into a tensor of this device and of others, over the fabric.
//
// Devices announce that they may be written to, send, and tell that they are done; counts of both
// are kept in words that all devices have at the same address, and are 0 again at the end.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/fabric_config.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

using namespace tt::tt_fabric;

namespace {

constexpr uint32_t kMostChunks = NOC_SCATTER_WRITE_MAX_CHUNKS;

// One direction: a connection, and a header for data and one for counts.
struct Way {
    bool there;
    WorkerToFabricEdmSender sender;
    volatile PACKET_HEADER_TYPE *data, *count;

    void build(size_t& arg) {
        there = get_arg_val<uint32_t>(arg++) != 0;
        if (!there) return;
        data = PacketHeaderPool::allocate_header();
        count = PacketHeaderPool::allocate_header();
        for (auto* header : {data, count}) set_route(header, arg);
        arg += 7;
        sender = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
        sender.open_start();
    }

    // First hop and number of chips on a line; in two dimensions the chip, and hops to each side.
    static void set_route(volatile PACKET_HEADER_TYPE* header, size_t arg) {
        const auto word = [&](uint32_t i) { return uint16_t(get_arg_val<uint32_t>(arg + i)); };
#if (ROUTING_MODE & ROUTING_MODE_2D) != 0
        if ((word(3) | word(4) | word(5) | word(6)) == 0)
            fabric_set_unicast_route(header, word(2), 0);
        else
            fabric_set_mcast_route(header, word(2), 0, word(3), word(4), word(5), word(6));
#else
        header->to_chip_multicast({uint8_t(word(0)), uint8_t(word(1))});
#endif
    }

    void increment(uint64_t address) {
        if (!there) return;
        count->to_noc_unicast_atomic_inc(NocUnicastAtomicIncCommandHeader{address, 1, true});
        sender.wait_for_empty_write_slot();
        sender.send_payload_flush_blocking_from_address((uint32_t)count,
                                                        sizeof(PACKET_HEADER_TYPE));
    }

    void send(uint32_t from, uint32_t bytes, const uint64_t* to, uint32_t chunks, uint32_t page) {
        if (!there) return;
        if (chunks == 1) {
            data->to_noc_unicast_write(NocUnicastCommandHeader{to[0]}, bytes);
        } else {
            const uint16_t sizes[] = {uint16_t(page), uint16_t(page), uint16_t(page)};
            data->to_noc_unicast_scatter_write(
                NocUnicastScatterCommandHeader(to, sizes, uint8_t(chunks)), bytes);
        }
        sender.wait_for_empty_write_slot();
        sender.send_payload_without_header_non_blocking_from_address(from, bytes);
        sender.send_payload_flush_non_blocking_from_address((uint32_t)data,
                                                            sizeof(PACKET_HEADER_TYPE));
    }
};

}  // namespace

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto to = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const uint32_t page = get_common_arg_val<uint32_t>(1), stride = get_common_arg_val<uint32_t>(2);
    // Page p of the input is page p / inner * step + place + p % inner of the output, at an offset.
    const uint32_t inner = get_common_arg_val<uint32_t>(3), step = get_common_arg_val<uint32_t>(4);
    const uint32_t place = get_common_arg_val<uint32_t>(5),
                   offset = get_common_arg_val<uint32_t>(6);
    const uint32_t ready = get_common_arg_val<uint32_t>(7), done = get_common_arg_val<uint32_t>(8);
    const bool announces = get_common_arg_val<uint32_t>(9) != 0;
    const uint32_t awaited = get_common_arg_val<uint32_t>(10);  // devices that announce
    const bool sends = get_common_arg_val<uint32_t>(11) != 0;
    const uint32_t senders = get_common_arg_val<uint32_t>(12);  // to this device
    const bool writes = get_common_arg_val<uint32_t>(13) != 0;  // here, too

    size_t arg = 0;
    const uint32_t first = get_arg_val<uint32_t>(arg++), count = get_arg_val<uint32_t>(arg++);
    Way ways[2];
    for (Way& way : ways) way.build(arg);
    for (Way& way : ways)
        if (way.there) way.sender.open_finish();

    auto* ready_word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{ready});
    auto* done_word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{done});
    const uint64_t ready_there = get_noc_addr(my_x[0], my_y[0], ready);
    const uint64_t done_there = get_noc_addr(my_x[0], my_y[0], done);
    if (announces)
        for (Way& way : ways) way.increment(ready_there);
    if (awaited > 0) {
        noc_semaphore_wait(ready_word, awaited);
        noc_semaphore_set(ready_word, 0);
    }

    const uint32_t most = get_fabric_max_packet_size();
    const uint32_t group = page > most ? 1 : most / page < kMostChunks ? most / page : kMostChunks;
    const uint32_t together = stride == page ? group : 1;  // chunks of a packet lie side by side
    for (uint32_t i = 0; i < count;) {
        const uint32_t now = count - i < together ? count - i : together;
        cb_wait_front(cb, now);
        const uint32_t from = get_read_ptr(cb);
        uint64_t target[kMostChunks];
        for (uint32_t k = 0; k < now; k++) {
            const uint32_t p = first + i + k;
            const uint32_t id = p / inner * step + place + p % inner;
            target[k] = to.get_noc_addr(id, offset, edm_to_local_chip_noc);
            if (writes) noc_async_write(from + k * stride, to.get_noc_addr(id, offset), page);
        }
        if (sends)
            for (uint32_t sent = 0; sent < now * page;) {
                const uint32_t left = now * page - sent, bytes = left < most ? left : most;
                const uint64_t part = target[0] + sent;
                for (Way& way : ways)
                    way.send(from + sent, bytes, now == 1 ? &part : target, now, page);
                sent += bytes;
                if (sent < now * page) noc_async_writes_flushed();  // the header is used again
            }
        noc_async_writes_flushed();
        cb_pop_front(cb, now);
        i += now;
    }
    if (sends)
        for (Way& way : ways) way.increment(done_there);
    if (senders > 0) {
        noc_semaphore_wait(done_word, senders);
        noc_semaphore_set(done_word, 0);
    }
    noc_async_write_barrier();
    for (Way& way : ways)
        if (way.there) way.sender.close_start();
    for (Way& way : ways)
        if (way.there) way.sender.close_finish();
}
