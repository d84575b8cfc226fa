// Fills two pages of CB 0 and takes one of them back, though another processor empties the buffer.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    for (uint32_t page = 0; page < 2; ++page) {
        cb_reserve_back(0, 1);
        noc_async_read_page(page, from, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
    if (!repaired()) {
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
