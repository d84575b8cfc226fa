// Tells the other core when the other processor is done.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1)), 1);
    noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(2)), 1);
    noc_async_atomic_barrier();
}
