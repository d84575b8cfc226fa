// all_to_all_dispatch: each token for the devices that hold one of its experts.
#include "experts.h"

using namespace ttnn_ccl;

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
    for (uint32_t token = first; token < end; token++) {
        const auto* chosen = experts.experts_of(token);
        uint32_t places = 0;
        for (uint32_t k = 0; k < experts.chosen; k++)
            if (const uint16_t at = experts.places[chosen[k]]; at != kNowhere) places |= 1u << at;
        if (places == 0) continue;
        const uint32_t at = ahead.begin({places, out.whole(place, token), 0, 1});
        noc_async_read(tokens.get_noc_addr(token), at, bytes);
    }
    ahead.end();
    end_of_records<records>();
}
