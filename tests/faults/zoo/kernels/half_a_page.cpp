// Reads from an offset inside a page of DRAM.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), 128);
    const uint32_t offset = get_arg_val<uint32_t>(1);
    cb_reserve_back(0, 1);
    noc_async_read(from.get_noc_addr(0) + offset, get_write_ptr(0), 32);
    noc_async_read_barrier();
}
