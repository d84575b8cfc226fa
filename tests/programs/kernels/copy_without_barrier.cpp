// The loopback kernel with its read barrier deleted: writes out what has not arrived yet.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t pages = get_arg_val<uint32_t>(2);
    const uint32_t page_bytes = get_arg_val<uint32_t>(3);
    constexpr auto from_args = TensorAccessorArgs<0>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), page_bytes);
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1), page_bytes);

    for (uint32_t page = 0; page < pages; ++page) {
        const uint32_t l1 = get_write_ptr(tt::CBIndex::c_0) + page * page_bytes;
        noc_async_read_page(page, from, l1);
        noc_async_write_page(page, to, l1);
    }
    noc_async_write_barrier();
    noc_async_read_barrier();
}
