// Multicasts a page to a row of four cores, and counts one receiver too many.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    const uint32_t x0 = get_arg_val<uint32_t>(0), x1 = get_arg_val<uint32_t>(1);
    const uint32_t y = get_arg_val<uint32_t>(2), l1 = get_write_ptr(0);
    constexpr uint32_t cores = 4;
    const uint32_t receivers = repaired() ? cores : cores + 1;
    const uint64_t to = get_noc_multicast_addr(x0, y, x1, y, l1);
    noc_async_write_multicast(l1, to, get_tile_size(0), receivers);
    noc_async_write_barrier();
}
