// Reads a page into L1, waits for it, writes it out, waits again.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t from_address = get_arg_val<uint32_t>(0);
    const uint32_t to_address = get_arg_val<uint32_t>(1);
    const uint32_t scratch = get_arg_val<uint32_t>(2);
    const uint32_t pages = get_arg_val<uint32_t>(3);
    const uint32_t page_bytes = get_arg_val<uint32_t>(4);

    constexpr auto from_args = TensorAccessorArgs<0>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, from_address, page_bytes);
    const auto to = TensorAccessor(to_args, to_address, page_bytes);

    for (uint32_t page = 0; page < pages; ++page) {
        noc_async_read_page(page, from, scratch);
        noc_async_read_barrier();
        noc_async_write_page(page, to, scratch);
        noc_async_write_barrier();
    }
}
