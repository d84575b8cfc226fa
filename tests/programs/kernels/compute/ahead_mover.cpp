// Moves tiles in and out on one processor, `ahead` tiles in before the first one out.
// Arguments: address of the input, of the output, tiles, ahead.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t in = 0, out = 16;
    constexpr auto from_layout = TensorAccessorArgs<0>();
    constexpr auto to_layout = TensorAccessorArgs<from_layout.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_layout, get_arg_val<uint32_t>(0), get_tile_size(in));
    const auto to = TensorAccessor(to_layout, get_arg_val<uint32_t>(1), get_tile_size(out));
    const uint32_t tiles = get_arg_val<uint32_t>(2), ahead = get_arg_val<uint32_t>(3);
    for (uint32_t t = 0; t < tiles + ahead - 1; ++t) {
        if (t < tiles) {
            cb_reserve_back(in, 1);
            noc_async_read_page(t, from, get_write_ptr(in));
            noc_async_read_barrier();
            cb_push_back(in, 1);
        }
        if (t + 1 >= ahead) {
            cb_wait_front(out, 1);
            noc_async_write_page(t + 1 - ahead, to, get_read_ptr(out));
            noc_async_write_barrier();
            cb_pop_front(out, 1);
        }
    }
}
