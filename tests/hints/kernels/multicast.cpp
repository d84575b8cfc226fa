// Sends one page after the other to a rectangle of cores.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr bool linked = get_compile_time_arg_val(0) != 0;
    const uint32_t pages = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t cores = get_arg_val<uint32_t>(6);
    const uint32_t l1 = get_write_ptr(0);
    const uint64_t to =
        get_noc_multicast_addr(get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3),
                               get_arg_val<uint32_t>(4), get_arg_val<uint32_t>(5), l1);
    for (uint32_t i = 0; i < pages; ++i)
        noc_async_write_multicast(l1, to, bytes, cores, linked && i + 1 < pages);  // send
    noc_async_write_barrier();
}
