// Reads page by page into a CB, as fast as the CB allows.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto layout = TensorAccessorArgs<0>();
    const uint32_t pages = get_arg_val<uint32_t>(1), bytes = get_arg_val<uint32_t>(2);
    const auto from = TensorAccessor(layout, get_arg_val<uint32_t>(0), bytes);
    for (uint32_t i = 0; i < pages; ++i) {
        cb_reserve_back(0, 1);  // reserve
        noc_async_read_page(i, from, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
