// Writes what it is given, page by page, and waits for each.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto layout = TensorAccessorArgs<0>();
    const uint32_t pages = get_arg_val<uint32_t>(1), bytes = get_arg_val<uint32_t>(2);
    const auto to = TensorAccessor(layout, get_arg_val<uint32_t>(0), bytes);
    for (uint32_t i = 0; i < pages; ++i) {
        cb_wait_front(0, 1);
        noc_async_write_page(i, to, get_read_ptr(0));
        noc_async_write_barrier();
        cb_pop_front(0, 1);
    }
}
