// all_to_all: part j of this device's tensor for device j, where it becomes this device's part.
// The devices take turns, so that all ways are used at a time.
#include "packets.h"
#include "records.h"

using namespace ttnn_ccl;

constexpr uint32_t kBatch = 8;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), records = get_compile_time_arg_val(1);
    constexpr auto args = TensorAccessorArgs<2>();
    const auto from = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const uint32_t bytes = get_common_arg_val<uint32_t>(1);
    const uint32_t length = get_common_arg_val<uint32_t>(2),
                   place = get_common_arg_val<uint32_t>(3);
    const auto parts = [](uint32_t i) {
        return Parts{get_common_arg_val<uint32_t>(i), get_common_arg_val<uint32_t>(i + 1),
                     get_common_arg_val<uint32_t>(i + 2)};
    };
    const Parts in = parts(4), out = parts(8);
    const uint32_t in_offset = get_common_arg_val<uint32_t>(7),
                   out_offset = get_common_arg_val<uint32_t>(11);
    const uint32_t banks = get_common_arg_val<uint32_t>(12),
                   most = get_common_arg_val<uint32_t>(13);      // pages of a packet
    const uint32_t in_a_row = get_common_arg_val<uint32_t>(14);  // packets of a turn
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Ahead<cb, records> ahead;
    Packets packets(first, first + count, out.inner, banks, most, place);
    Packet turn[kBatch];
    for (;;) {
        uint32_t size = 0;
        while (size < in_a_row && packets.next(turn[size])) size++;
        if (size == 0) break;
        for (uint32_t next = 1; next <= length; next++) {
            const uint32_t to = (place + next) % length;
            for (uint32_t k = 0; k < size; k++) {
                const Packet& p = turn[k];
                uint32_t at =
                    ahead.begin({1u << to, out.whole(place, p.first), place * out_offset, p.pages});
                for (uint32_t i = 0; i < p.pages; i++, at += bytes) {
                    const uint32_t page = in.whole(to, p.first + i * banks);
                    noc_async_read(from.get_noc_addr(page, to * in_offset), at, bytes);
                }
            }
        }
    }
    ahead.end();
    end_of_records<records>();
}
