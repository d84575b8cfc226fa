// Writes the count to DRAM when it is told to.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(2)), 1);
    const uint32_t count = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = count;
    }
    if (words[15] != count) {
        return;  // loaded back and used: the stores have arrived
    }
    noc_async_write_page(0, to, get_write_ptr(0));
    noc_async_write_barrier();
}
