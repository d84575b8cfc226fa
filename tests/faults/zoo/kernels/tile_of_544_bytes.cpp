// Copies pages of 544 bytes through CB 0, two at a time.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t page = 544;
    constexpr auto from_args = TensorAccessorArgs<0>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), page);
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1), page);
    const uint32_t pages = get_arg_val<uint32_t>(2);
    const uint32_t pitch = get_local_cb_interface(0).fifo_page_size;
    for (uint32_t i = 0; i < pages; i += 2) {
        cb_reserve_back(0, 2);
        noc_async_read_page(i, from, get_write_ptr(0));
        noc_async_read_page(i + 1, from, get_write_ptr(0) + pitch);
        noc_async_read_barrier();
        cb_push_back(0, 2);
        cb_wait_front(0, 2);
        noc_async_write_page(i, to, get_read_ptr(0));
        noc_async_write_page(i + 1, to, get_read_ptr(0) + pitch);
        noc_async_write_barrier();
        cb_pop_front(0, 2);
    }
}
