// Reads from DRAM to an address that L1 would allow and the transfer does not.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto from_args = TensorAccessorArgs<0>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const uint32_t l1 = repaired() ? get_write_ptr(0) : get_write_ptr(0) + 16;
    noc_async_read(from.get_noc_addr(0), l1, 64);
    noc_async_read_barrier();
}
