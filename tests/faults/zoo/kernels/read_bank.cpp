// Reads the first page that a DRAM bank holds of a buffer.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t bank = get_arg_val<uint32_t>(0), address = get_arg_val<uint32_t>(1);
    noc_async_read(get_noc_addr_from_bank_id<true>(bank, address), get_write_ptr(0),
                   get_tile_size(0));
    noc_async_read_barrier();
}
