// As send_pages.cpp, for packets of pages that lie behind one another in a bank of the output.
#include "packets.h"
#include "way.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const uint32_t page = get_common_arg_val<uint32_t>(1), stride = get_common_arg_val<uint32_t>(2);
    const auto to =
        TensorAccessor(args, get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(14));
    const uint32_t inner = get_common_arg_val<uint32_t>(3), step = get_common_arg_val<uint32_t>(4);
    const uint32_t place = get_common_arg_val<uint32_t>(5),
                   offset = get_common_arg_val<uint32_t>(6);
    const uint32_t ready = get_common_arg_val<uint32_t>(7), done = get_common_arg_val<uint32_t>(8);
    const bool announces = get_common_arg_val<uint32_t>(9) != 0;
    const uint32_t awaited = get_common_arg_val<uint32_t>(10);  // announcements
    const bool sends = get_common_arg_val<uint32_t>(11) != 0;
    const uint32_t senders = get_common_arg_val<uint32_t>(12);  // that tell this device
    const bool writes = get_common_arg_val<uint32_t>(13) != 0;  // here, too
    const uint32_t banks = get_common_arg_val<uint32_t>(15);
    const uint32_t most = get_common_arg_val<uint32_t>(16);
    const uint32_t start = get_common_arg_val<uint32_t>(17);

    size_t arg = 0;
    const uint32_t first = get_arg_val<uint32_t>(arg++);
    const uint32_t end = first + get_arg_val<uint32_t>(arg++);
    const uint32_t half = get_arg_val<uint32_t>(arg++);  // first page of the second one
    const uint32_t link = get_arg_val<uint32_t>(arg++);
    Way ways[2];
    build(ways, arg);
    if (announces)
        for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], ready));
    wait_and_reset(ready, awaited);

    uint32_t which = 0;
    for (const auto& [from_page, to_page] : {Range{first, half}, Range{half, end}}) {
        Packets packets(from_page, to_page, inner, banks, most, start + link);
        for (Packet p; packets.next(p);) {
            cb_wait_front(cb, 1);
            const uint32_t from = get_read_ptr(cb), bytes = (p.pages - 1) * stride + page;
            const uint32_t id = p.first / inner * step + place + p.first % inner;
            const uint64_t target = to.get_noc_addr(id, offset, edm_to_local_chip_noc);
            if (sends)
                for (Way& way : ways) way.send(from, bytes, &target, 1, bytes, which);
            if (writes) noc_async_write(from, to.get_noc_addr(id, offset), bytes);
            noc_async_writes_flushed();
            cb_pop_front(cb, 1);
        }
        which++;
    }
    if (sends)
        for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], done));
    wait_and_reset(done, senders);
    close(ways);
}
