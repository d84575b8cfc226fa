// Ends while its increment is under way.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(0)), 1);
    if (repaired()) {
        noc_async_atomic_barrier();
    }
    noc_semaphore_set(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1)), 1);
}
