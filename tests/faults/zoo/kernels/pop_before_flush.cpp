// Empties CB 0 into DRAM and hands each page back while its write may still need it.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const uint32_t pages = get_arg_val<uint32_t>(1);
    for (uint32_t page = 0; page < pages; ++page) {
        cb_wait_front(0, 1);
        noc_async_write_page(page, to, get_read_ptr(0));
        if (repaired()) {
            noc_async_writes_flushed();
        }
        cb_pop_front(0, 1);
    }
    noc_async_write_barrier();
}
