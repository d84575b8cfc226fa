// all_to_all_combine: what this device's experts made of tokens, for the devices that they are
// from.
#include "experts.h"

using namespace ttnn_ccl;

// Whether a token has named its expert k before.
static bool chosen_before(const volatile tt_l1_ptr uint16_t* chosen, uint32_t k) {
    for (uint32_t i = 0; i < k; i++)
        if (chosen[i] == chosen[k]) return true;
    return false;
}

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), records = get_compile_time_arg_val(1);
    constexpr uint32_t scratch = get_compile_time_arg_val(2);
    constexpr bool reduced = get_compile_time_arg_val(3) != 0;  // one row for all local experts
    constexpr auto data_args = TensorAccessorArgs<4>();
    constexpr auto index_args = TensorAccessorArgs<data_args.next_compile_time_args_offset()>();
    constexpr auto map_args = TensorAccessorArgs<index_args.next_compile_time_args_offset()>();
    const auto data = accessor_of(data_args, 0);
    const auto indices = accessor_of(index_args, 1);
    const auto mapping = accessor_of(map_args, 2);
    const uint32_t bytes = get_common_arg_val<uint32_t>(3), place = get_common_arg_val<uint32_t>(4);
    const uint32_t inner = get_common_arg_val<uint32_t>(5), step = get_common_arg_val<uint32_t>(6);
    const Members members{get_common_arg_val<uint32_t>(7), get_common_arg_val<uint32_t>(8),
                          get_common_arg_val<uint32_t>(9)};
    const uint32_t rows = get_common_arg_val<uint32_t>(22), tokens = rows / members.length;
    const uint32_t link = get_arg_val<uint32_t>(0), links = get_arg_val<uint32_t>(1);
    Experts<scratch, decltype(mapping), decltype(indices)> experts(mapping, indices, 10, members,
                                                                   rows);
    Ahead<cb, records> ahead;
    const auto take = [&](uint32_t home, uint32_t token) {
        const uint32_t r = token / inner * step + home * inner + token % inner;
        const auto* chosen = experts.experts_of(r);
        const auto send = [&](uint32_t row, uint32_t k) {
            const uint32_t at = ahead.begin({1u << home, k * tokens + token, 0, 1});
            noc_async_read(data.get_noc_addr(row), at, bytes);
        };
        uint32_t lowest = experts.count, lowest_at = 0;
        const auto look_at = [&](uint32_t k) {
            const uint32_t e = chosen[k];
            if (!experts.is_at(e, place)) return;
            if (!reduced) {
                if (!chosen_before(chosen, k)) send(experts.before(e, place) * rows + r, k);
            } else if (e < lowest) {
                lowest = e;
                lowest_at = k;
            }
        };
        uint32_t k = 0;
        for (; k + experts.kTogether <= experts.chosen; k += experts.kTogether) {
            const uint32_t some = experts.perhaps_at(chosen + k, place);
            for (uint32_t i = 0; some >> i != 0; i++)
                if ((some >> i & 1) != 0) look_at(k + i);
        }
        for (; k < experts.chosen; k++) look_at(k);
        if (reduced && lowest != experts.count) send(r, lowest_at);
    };
    // The next device first, so that no two send to the same one at a time; and on every link some
    // tokens of each.
    for (uint32_t next = 1; next <= members.length; next++)
        for (uint32_t token = link; token < tokens; token += links)
            take((place + next) % members.length, token);
    ahead.end();
    end_of_records<records>();
}
