// Ends while its writes are under way.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t bytes = get_tile_size(0), l1 = get_write_ptr(0);
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), bytes);
    const uint32_t pages = get_arg_val<uint32_t>(1);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t i = 0; i < pages * bytes / 4; ++i) {
        words[i] = i;
    }
    if (words[pages * bytes / 4 - 1] != pages * bytes / 4 - 1) {
        return;  // loaded back and used: the stores have arrived
    }
    for (uint32_t page = 0; page < pages; ++page) {
        noc_async_write_page(page, to, l1 + page * bytes);
    }
    if (repaired()) {
        noc_async_write_barrier();
    }
    noc_semaphore_set(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);
}
