// Reads each input into its CB, page by page. Arguments: address and pages of each.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t inputs = get_compile_time_arg_val(0);
    constexpr auto layout = TensorAccessorArgs<1>();
    for (uint32_t cb = 0; cb < inputs; ++cb) {
        const uint32_t bytes = get_local_cb_interface(cb).fifo_page_size;
        const auto from = TensorAccessor(layout, get_arg_val<uint32_t>(2 * cb), bytes);
        const uint32_t pages = get_arg_val<uint32_t>(2 * cb + 1);
        for (uint32_t page = 0; page < pages; ++page) {
            cb_reserve_back(cb, 1);
            noc_async_read_page(page, from, get_write_ptr(cb));
            noc_async_read_barrier();
            cb_push_back(cb, 1);
        }
    }
}
