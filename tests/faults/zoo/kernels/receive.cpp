// Waits for the signal and writes the page to DRAM.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);
    noc_async_write_page(0, to, get_write_ptr(0));
    noc_async_write_barrier();
}
