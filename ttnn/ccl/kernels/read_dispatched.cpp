// all_to_all_dispatch: each token for the devices that hold one of its experts.
#include "experts.h"

using namespace ttnn_ccl;

// The rows of indices go to everybody, some of them in a packet if they can lie behind one another.
template <uint32_t cb, uint32_t records, typename Known>
void tell_all(Ahead<cb, records>& ahead, Known& experts, const Parts& out, uint32_t place,
              uint32_t first, uint32_t end) {
    const uint32_t words = experts.chosen * sizeof(uint16_t) / 4;
    const bool whole = experts.chosen % 8 == 0;  // of 16 bytes
    for (uint32_t token = first; token < end;) {
        const uint32_t page = out.whole(place, token);
        uint32_t rows = 1;
        while (whole && rows < kMostTold && token + rows < end &&
               out.whole(place, token + rows) == page + rows)
            rows++;
        const uint32_t at = ahead.begin({kEverybody, page, 0, rows});
        auto* to = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(uintptr_t{at});
        for (uint32_t i = 0; i < rows; i++, to += experts.chosen) {
            const auto* row = experts.experts_of(token + i);
            if (whole) {
                const auto* from = reinterpret_cast<const volatile tt_l1_ptr uint32_t*>(row);
                auto* copy = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(to);
                for (uint32_t w = 0; w < words; w++) copy[w] = from[w];
            } else {
                for (uint32_t k = 0; k < experts.chosen; k++) to[k] = row[k];
            }
        }
        token += rows;
    }
}

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), records = get_compile_time_arg_val(1);
    constexpr uint32_t scratch = get_compile_time_arg_val(2);
    constexpr auto token_args = TensorAccessorArgs<3>();
    constexpr auto index_args = TensorAccessorArgs<token_args.next_compile_time_args_offset()>();
    constexpr auto map_args = TensorAccessorArgs<index_args.next_compile_time_args_offset()>();
    const auto tokens = accessor_of(token_args, 0);
    const auto indices = accessor_of(index_args, 1);
    const auto mapping = accessor_of(map_args, 2);
    const uint32_t bytes = get_common_arg_val<uint32_t>(3), place = get_common_arg_val<uint32_t>(4);
    const Parts out{get_common_arg_val<uint32_t>(5), get_common_arg_val<uint32_t>(6),
                    get_common_arg_val<uint32_t>(5)};
    const Members members{get_common_arg_val<uint32_t>(7), get_common_arg_val<uint32_t>(8),
                          get_common_arg_val<uint32_t>(9)};
    const uint32_t first = get_arg_val<uint32_t>(0), end = first + get_arg_val<uint32_t>(1);
    Experts<scratch, decltype(mapping), decltype(indices)> experts(mapping, indices, 10, members,
                                                                   end);
    Ahead<cb, records> ahead;
    tell_all<cb, records>(ahead, experts, out, place, first, end);
    for (uint32_t token = first; token < end; token++) {
        const auto* chosen = experts.experts_of(token);
        uint32_t places = 0, k = 0;
        for (; k + experts.kTogether <= experts.chosen; k += experts.kTogether)
            places |= experts.places_of(chosen + k);
        for (; k < experts.chosen; k++)
            if (const uint16_t at = experts.place_of(chosen[k]); at != kNowhere) places |= 1u << at;
        if (places == 0) continue;
        const uint32_t at = ahead.begin({places, out.whole(place, token), 0, 1});
        noc_async_read(tokens.get_noc_addr(token), at, bytes);
    }
    ahead.end();
    end_of_records<records>();
}
