// Multicasts a page to a rectangle and says how many receivers it has.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t x0 = get_arg_val<uint32_t>(0), y0 = get_arg_val<uint32_t>(1);
    const uint32_t x1 = get_arg_val<uint32_t>(2), y1 = get_arg_val<uint32_t>(3);
    const uint32_t receivers = get_arg_val<uint32_t>(4);
    const uint32_t page = get_write_ptr(tt::CBIndex::c_0);
    noc_async_write_multicast(page, get_noc_multicast_addr(x0, y0, x1, y1, page), 64, receivers);
    for (volatile uint32_t i = 0; i < get_arg_val<uint32_t>(5); i = i + 1) {  // all have answered
    }
    noc_async_write_barrier();
}
