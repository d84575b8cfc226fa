// Writes to one core and tells another that the data is there.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    const uint32_t bytes = get_tile_size(0), l1 = get_write_ptr(0);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t i = 0; i < bytes / 4; ++i) {
        words[i] = i;
    }
    if (words[bytes / 4 - 1] != bytes / 4 - 1) {
        return;  // loaded back and used: the stores have arrived
    }
    const uint64_t to = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), l1);
    const uint64_t signal =
        get_noc_addr(get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3), get_semaphore(0));
    noc_async_write(l1, to, bytes);
    if (repaired()) {
        noc_async_write_barrier();
    }
    noc_semaphore_inc(signal, 1);
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
