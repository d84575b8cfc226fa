// Tiles of two inputs, four pairs on their way at a time.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t batch = 4;
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), get_tile_size(1));
    const uint32_t count = get_arg_val<uint32_t>(2), first = get_arg_val<uint32_t>(3);
    for (uint32_t tile = first; tile < first + count; tile += batch) {
        cb_reserve_back(0, batch);
        cb_reserve_back(1, batch);
        for (uint32_t i = 0; i < batch; ++i) {
            noc_async_read_page(tile + i, a, get_write_ptr(0) + i * get_tile_size(0));
            noc_async_read_page(tile + i, b, get_write_ptr(1) + i * get_tile_size(1));
        }
        noc_async_read_barrier();
        cb_push_back(0, batch);
        cb_push_back(1, batch);
    }
}
