// Waits for the signal, reads the page from the core that has it, and writes it to DRAM.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t bytes = get_tile_size(0), l1 = get_write_ptr(0);
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), bytes);
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);
    noc_async_read(get_noc_addr(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2), l1), l1, bytes);
    noc_async_read_barrier();
    noc_async_write_page(0, to, l1);
    noc_async_write_barrier();
}
