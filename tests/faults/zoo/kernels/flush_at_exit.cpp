// Ends when its write has left, not when it has arrived.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = i;
    }
    if (words[15] != 15) {
        return;  // loaded back and used: the stores have arrived
    }
    noc_async_write_page(0, to, get_write_ptr(0));
    if (repaired()) {
        noc_async_write_barrier();
    } else {
        noc_async_writes_flushed();
    }
}
