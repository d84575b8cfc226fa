// Writes its page to the other core when it is told, and says so.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    const uint32_t bytes = get_tile_size(0);
    for (uint32_t i = 0; i < bytes / 4; ++i) {
        words[i] = i;
    }
    if (words[bytes / 4 - 1] != bytes / 4 - 1) {
        return;  // loaded back and used: the stores have arrived
    }
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);
    noc_async_write(get_write_ptr(0), get_noc_addr(x, y, get_arg_val<uint32_t>(2)), bytes);
    noc_async_write_barrier();
    noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(0)), 1);
    noc_async_atomic_barrier();
}
