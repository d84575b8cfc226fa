// Multicasts a page and then its flag: on Blackhole the flag may leave first.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    const uint32_t x0 = get_arg_val<uint32_t>(0), y0 = get_arg_val<uint32_t>(1);
    const uint32_t x1 = get_arg_val<uint32_t>(2), y1 = get_arg_val<uint32_t>(3);
    const uint32_t bytes = get_tile_size(0), l1 = get_write_ptr(0), sem = get_semaphore(0);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t i = 0; i < bytes / 4; ++i) {
        words[i] = i;
    }
    auto* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(sem);
    noc_semaphore_set(flag, 1);
    if (words[bytes / 4 - 1] != bytes / 4 - 1 || *flag != 1) {
        return;  // loaded back and used: the stores have arrived
    }
    noc_async_write_multicast(l1, get_noc_multicast_addr(x0, y0, x1, y1, l1), bytes, 1);
    if (repaired()) {
        noc_async_writes_flushed();
    }
    noc_semaphore_set_multicast(sem, get_noc_multicast_addr(x0, y0, x1, y1, sem), 1);
    noc_async_write_barrier();
}
