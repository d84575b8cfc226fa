// All cores of a program wait for each other, so that what follows begins at the same time.
#pragma once

#include "api/dataflow/dataflow_api.h"

// Each core announces itself at `place` and asks there, over the NoC, until all have come.
inline void meet(uint32_t semaphore, uint32_t place, uint32_t cores, uint32_t scratch) {
    const uint64_t counter = get_noc_addr(place >> 16, place & 0xffff, get_semaphore(semaphore));
    noc_semaphore_inc(counter, 1);
    noc_async_atomic_barrier();
    volatile tt_l1_ptr uint32_t* seen = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(scratch);
    do {
        noc_async_read(counter, scratch, 4);
        noc_async_read_barrier();
    } while (*seen < cores);
}
