// Tiles of CB 16 to DRAM.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(16));
    const uint32_t tiles = get_arg_val<uint32_t>(1);
    for (uint32_t t = 0; t < tiles; ++t) {
        cb_wait_front(16, 1);
        noc_async_write_page(t, to, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
