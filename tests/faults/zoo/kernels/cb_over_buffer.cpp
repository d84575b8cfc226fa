// Writes the first page of CB 0, which lies on a buffer, to DRAM.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
    cb_wait_front(0, 1);
    noc_async_write_page(0, to, get_read_ptr(0));
    noc_async_write_barrier();
    cb_pop_front(0, 1);
}
