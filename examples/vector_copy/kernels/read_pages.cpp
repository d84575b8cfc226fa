// Fills the circular buffer with this core's pages.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2);
    constexpr uint32_t cb = tt::CBIndex::c_0;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(cb));

    for (uint32_t page = first; page < first + count; ++page) {
        cb_reserve_back(cb, 1);
        noc_async_read_page(page, from, get_write_ptr(cb));
        noc_async_read_barrier();
        cb_push_back(cb, 1);
    }
}
