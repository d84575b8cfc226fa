// Raises a semaphore on the core that it is told, so many times, and may then wait for its own.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    const uint32_t times = get_arg_val<uint32_t>(2), waits_for = get_arg_val<uint32_t>(3);
    const uint64_t there = get_noc_addr(x, y, get_semaphore(get_compile_time_arg_val(0)));
    for (uint32_t i = 0; i < times; ++i) noc_semaphore_inc(there, 1);
    noc_async_atomic_barrier();
    auto* own =
        reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_compile_time_arg_val(1)));
    if (waits_for != 0) noc_semaphore_wait(own, waits_for);
}
