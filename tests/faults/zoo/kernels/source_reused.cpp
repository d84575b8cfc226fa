// Fills its one page anew while the write of the last content may not have left.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t bytes = get_tile_size(0);
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), bytes);
    const uint32_t pages = get_arg_val<uint32_t>(1);
    const uint32_t l1 = get_write_ptr(0);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t page = 0; page < pages; ++page) {
        for (uint32_t i = 0; i < bytes / 4; ++i) {
            words[i] = page;
        }
        if (words[bytes / 4 - 1] != page) {
            return;  // loaded back and used: the stores have arrived
        }
        noc_async_write_page(page, to, l1);
        if (repaired()) {
            noc_async_writes_flushed();
        }
    }
    noc_async_write_barrier();
}
