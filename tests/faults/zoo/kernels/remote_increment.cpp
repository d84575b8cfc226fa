// Increments another core's semaphore a hundred times, then says so.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    for (uint32_t i = 0; i < 100; ++i) {
        noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(0)), 1);
    }
    noc_async_atomic_barrier();
    noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(1)), 1);
    noc_async_atomic_barrier();
}
