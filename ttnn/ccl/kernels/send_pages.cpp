// Pages of a circular buffer into a tensor of this device and of others, over the fabric.
//
// Devices announce that they may be written to, send, and tell that they are done; counts of both
// are kept in words that all devices have at the same address, and are 0 again at the end.
#include "way.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto to =
        TensorAccessor(args, get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(14));
    const uint32_t page = get_common_arg_val<uint32_t>(1), stride = get_common_arg_val<uint32_t>(2);
    // Page p of the input is page p / inner * step + place + p % inner of the output, at an offset.
    const uint32_t inner = get_common_arg_val<uint32_t>(3), step = get_common_arg_val<uint32_t>(4);
    const uint32_t place = get_common_arg_val<uint32_t>(5),
                   offset = get_common_arg_val<uint32_t>(6);
    const uint32_t ready = get_common_arg_val<uint32_t>(7), done = get_common_arg_val<uint32_t>(8);
    const bool announces = get_common_arg_val<uint32_t>(9) != 0;
    const uint32_t awaited = get_common_arg_val<uint32_t>(10);  // announcements
    const bool sends = get_common_arg_val<uint32_t>(11) != 0;
    const uint32_t senders = get_common_arg_val<uint32_t>(12);  // that tell this device
    const bool writes = get_common_arg_val<uint32_t>(13) != 0;  // here, too

    size_t arg = 0;
    const uint32_t first = get_arg_val<uint32_t>(arg++), count = get_arg_val<uint32_t>(arg++);
    const uint32_t half = get_arg_val<uint32_t>(arg++);  // first page of the second one
    Way ways[2];
    build(ways, arg);
    if (announces)
        for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], ready));
    wait_and_reset(ready, awaited);

    const uint32_t most = get_fabric_max_packet_size();
    const uint32_t together = stride == page ? pages_of_packet(page) : 1;
    const auto& buffer = get_local_cb_interface(cb);
    const uint32_t slots = buffer.fifo_size / buffer.fifo_page_size;
    uint32_t slot = 0;  // of the circular buffer, whose end a packet does not run over
    for (uint32_t i = 0; i < count;) {
        const uint32_t begin = first + i;
        uint32_t now = count - i < together ? count - i : together;
        if (begin < half && begin + now > half) now = half - begin;
        if (slot + now > slots) now = slots - slot;
        cb_wait_front(cb, now);
        const uint32_t from = get_read_ptr(cb);
        uint64_t target[kMostChunks];
        for (uint32_t k = 0; k < now; k++) {
            const uint32_t p = begin + k;
            const uint32_t id = p / inner * step + place + p % inner;
            target[k] = to.get_noc_addr(id, offset, edm_to_local_chip_noc);
            if (writes) noc_async_write(from + k * stride, to.get_noc_addr(id, offset), page);
        }
        if (sends)
            for (uint32_t sent = 0; sent < now * page;) {
                const uint32_t left = now * page - sent, bytes = left < most ? left : most;
                const uint64_t part = target[0] + sent;
                for (Way& way : ways)
                    way.send(from + sent, bytes, now == 1 ? &part : target, now, page,
                             begin < half ? 0 : 1);
                sent += bytes;
                if (sent < now * page) noc_async_writes_flushed();  // the header is used again
            }
        noc_async_writes_flushed();
        cb_pop_front(cb, now);
        i += now;
        slot = (slot + now) % slots;
    }
    if (sends)
        for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], done));
    wait_and_reset(done, senders);
    close(ways);
}
