// Pages of a tensor into entries of a circular buffer, each of which becomes one packet.
#include "packets.h"
#include "records.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const uint32_t bytes = get_common_arg_val<uint32_t>(1);
    const auto from = TensorAccessor(args, get_common_arg_val<uint32_t>(0), bytes);
    const uint32_t inner = get_common_arg_val<uint32_t>(2), banks = get_common_arg_val<uint32_t>(3);
    const uint32_t most = get_common_arg_val<uint32_t>(4), start = get_common_arg_val<uint32_t>(5);
    const uint32_t first = get_arg_val<uint32_t>(0), end = first + get_arg_val<uint32_t>(1);
    const uint32_t half = get_arg_val<uint32_t>(2), link = get_arg_val<uint32_t>(3);
    Ahead<cb, kNoRecords> ahead;
    for (const auto& [from_page, to_page] : {Range{first, half}, Range{half, end}}) {
        Packets packets(from_page, to_page, inner, banks, most, start + link);
        for (Packet p; packets.next(p);) {
            uint32_t at = ahead.begin({});
            for (uint32_t i = 0; i < p.pages; i++, at += bytes)
                noc_async_read(from.get_noc_addr(p.first + i * banks), at, bytes);
        }
    }
    ahead.end();
}
