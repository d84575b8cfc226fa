// Reads from a DRAM bank that it names itself.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t bank = get_arg_val<uint32_t>(1);
    cb_reserve_back(0, 1);
    noc_async_read(get_noc_addr_from_bank_id<true>(bank, get_arg_val<uint32_t>(0)),
                   get_write_ptr(0), 64);
    noc_async_read_barrier();
}
