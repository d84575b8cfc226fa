// Pages of a circular buffer to devices of a line, as a record beside each page says: the places of
// the devices as bits, and page and offset in their tensor. A record without devices is the last.
#include "way.h"

using namespace ttnn_ccl;

namespace {

// How to reach a device: its number, hops, the way, and whether the other one is as short.
struct Reach {
    uint32_t word;
    uint32_t chip() const { return word & 0xffff; }
    uint32_t hops() const { return word >> 16 & 0xff; }
    bool backwards() const { return (word >> 24 & 1) != 0; }
    bool either() const { return (word >> 25 & 1) != 0; }
};

}  // namespace

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), records = get_compile_time_arg_val(1);
    constexpr auto args = TensorAccessorArgs<2>();
    const auto to = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const uint32_t page = get_common_arg_val<uint32_t>(1);
    const uint32_t ready = get_common_arg_val<uint32_t>(2), done = get_common_arg_val<uint32_t>(3);
    const uint32_t heard = get_common_arg_val<uint32_t>(4);  // counts when all devices tell
    const uint32_t length = get_common_arg_val<uint32_t>(5),
                   place = get_common_arg_val<uint32_t>(6);
    size_t arg = length;  // after how to reach each device
    bool turn = false;    // between two ways that are as short
    Way ways[2];
    build(ways, arg);
    for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], ready));
    wait_and_reset(ready, heard);

    while (true) {
        cb_wait_front(records, 1);
        const auto* record = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_read_ptr(records));
        const uint32_t places = record[0], id = record[1], offset = record[2];
        cb_pop_front(records, 1);
        if (places == 0) break;
        cb_wait_front(cb, 1);
        const uint32_t from = get_read_ptr(cb);
        const uint64_t target = to.get_noc_addr(id, offset, edm_to_local_chip_noc);
        for (uint32_t other = 0; other < length; other++) {
            if ((places >> other & 1) == 0) continue;
            if (other == place) {
                noc_async_write(from, to.get_noc_addr(id, offset), page);
                continue;
            }
            const Reach reach{get_arg_val<uint32_t>(other)};
            if (reach.either()) turn = !turn;
            Way& way = ways[(reach.either() ? !turn : reach.backwards()) ? 1 : 0];
            way.aim(reach.hops(), reach.chip());
            way.send_page(from, page, target);
        }
        noc_async_writes_flushed();
        cb_pop_front(cb, 1);
    }
    for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], done));
    wait_and_reset(done, heard);
    close(ways);
}
