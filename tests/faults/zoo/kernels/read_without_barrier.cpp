// Pushes a page that its read may not have filled yet.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const uint32_t pages = get_arg_val<uint32_t>(1);
    for (uint32_t page = 0; page < pages; ++page) {
        cb_reserve_back(0, 1);
        noc_async_read_page(page, from, get_write_ptr(0));
        if (repaired()) {
            noc_async_read_barrier();
        }
        cb_push_back(0, 1);
    }
    noc_async_read_barrier();
}
