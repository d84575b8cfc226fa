// Writes the pages of CB 16 out. Arguments: address, pages.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = 16;
    constexpr auto layout = TensorAccessorArgs<0>();
    const uint32_t bytes = get_local_cb_interface(cb).fifo_page_size;
    const auto to = TensorAccessor(layout, get_arg_val<uint32_t>(0), bytes);
    const uint32_t pages = get_arg_val<uint32_t>(1);
    for (uint32_t page = 0; page < pages; ++page) {
        cb_wait_front(cb, 1);
        noc_async_write_page(page, to, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
    }
}
