// Entries of a circular buffer to devices of a line, as a record beside each of them says. Entries
// in a row that are a page for one device go as one packet.
#include "records.h"
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

// For one device, which is not the one at `place`.
bool alone_elsewhere(const Record& record, uint32_t place) {
    return (record.places & (record.places - 1)) == 0 && record.places != 1u << place;
}

template <uint32_t records>
Record next_record() {
    cb_wait_front(records, 1);
    const auto* at = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_read_ptr(records));
    const Record record{at[0], at[1], at[2], at[3]};
    cb_pop_front(records, 1);
    return record;
}

}  // namespace

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), records = get_compile_time_arg_val(1);
    constexpr auto args = TensorAccessorArgs<2>();
    constexpr auto told_args = TensorAccessorArgs<args.next_compile_time_args_offset()>();
    const auto to =
        TensorAccessor(args, get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(7));
    // Rows for everybody: an output of their own, its pages, and bytes of a row.
    const auto told =
        TensorAccessor(told_args, get_common_arg_val<uint32_t>(8), get_common_arg_val<uint32_t>(9));
    const uint32_t row = get_common_arg_val<uint32_t>(10);
    const uint32_t page = get_common_arg_val<uint32_t>(1);
    const uint32_t ready = get_common_arg_val<uint32_t>(2), done = get_common_arg_val<uint32_t>(3);
    const uint32_t heard = get_common_arg_val<uint32_t>(4);  // counts when all devices tell
    const uint32_t length = get_common_arg_val<uint32_t>(5),
                   place = get_common_arg_val<uint32_t>(6);
    size_t arg = length;  // after how to reach each device
    // Between two ways that are as short; neighbours and links do not all begin with the same.
    bool turn = get_arg_val<uint32_t>(arg++) != 0;
    Way ways[2];
    build(ways, arg);
    for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], ready));
    wait_and_reset(ready, heard);

    const auto send = [&](uint32_t other, const uint64_t* targets, uint32_t pages, uint32_t bytes) {
        const Reach reach{get_arg_val<uint32_t>(other)};
        if (reach.either()) turn = !turn;
        Way& way = ways[(reach.either() ? !turn : reach.backwards()) ? 1 : 0];
        way.aim(reach.hops(), reach.chip());
        if (pages == 1)
            way.send_page(get_read_ptr(cb), bytes, targets[0]);
        else
            way.send(get_read_ptr(cb), pages * page, targets, pages, page);
    };
    static_assert(kMostTold <= kMostChunks);
    const auto tell = [&](const Record& rows) {
        uint64_t targets[kMostTold];
        const uint32_t from = get_read_ptr(cb);
        for (uint32_t i = 0; i < rows.pages; i++) {
            targets[i] = told.get_noc_addr(rows.page + i, 0, edm_to_local_chip_noc);
            noc_async_write(from + i * row, told.get_noc_addr(rows.page + i), row);
        }
        for (Way& way : ways) way.send(from, rows.pages * row, targets, rows.pages, row, 1);
    };
    const auto& buffer = get_local_cb_interface(cb);
    const uint32_t together = buffer.fifo_page_size == page ? pages_of_packet(page) : 1;
    const uint32_t slots = buffer.fifo_size / buffer.fifo_page_size;
    uint32_t slot = 0;  // of the circular buffer, whose end a packet does not run over
    for (Record record = next_record<records>(); record.places != 0;) {
        const Record first = record;
        uint64_t targets[kMostChunks];
        if (first.places == kEverybody) {
            cb_wait_front(cb, 1);
            tell(first);
            noc_async_writes_flushed();
            cb_pop_front(cb, 1);
            slot = slot + 1 == slots ? 0 : slot + 1;
            record = next_record<records>();
            continue;
        }
        uint32_t pages = 0;
        bool next = false;  // `record` is no longer one of these
        for (;;) {
            targets[pages++] = to.get_noc_addr(record.page, record.offset, edm_to_local_chip_noc);
            if (pages >= together || slot + pages == slots || !alone_elsewhere(first, place)) break;
            record = next_record<records>();
            next = record.places != first.places;
            if (next) break;
        }
        const uint32_t bytes = first.pages * page;
        cb_wait_front(cb, pages);
        for (uint32_t other = 0; other < length; other++) {
            if ((first.places >> other & 1) == 0) continue;
            if (other == place)
                noc_async_write(get_read_ptr(cb), to.get_noc_addr(first.page, first.offset), bytes);
            else
                send(other, targets, pages, bytes);
        }
        noc_async_writes_flushed();
        cb_pop_front(cb, pages);
        slot = slot + pages == slots ? 0 : slot + pages;
        if (!next) record = next_record<records>();
    }
    for (Way& way : ways) way.increment(get_noc_addr(my_x[0], my_y[0], done));
    wait_and_reset(done, heard);
    close(ways);
}
