// Reads pages from DRAM in a ring, from a page of its own on, eight at a time in flight.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t page_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t pages = get_compile_time_arg_val(1);
    constexpr auto args = TensorAccessorArgs<2>();
    const uint32_t count = get_arg_val<uint32_t>(0), first = get_arg_val<uint32_t>(2);
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(1), page_bytes);
    const uint32_t l1 = get_write_ptr(tt::CBIndex::c_0);
    for (uint32_t i = 0; i < count; ++i) {
        noc_async_read_page((first + i) % pages, from, l1 + i % 8 * page_bytes);
        if (i % 8 == 7) noc_async_read_barrier();
    }
    noc_async_read_barrier();
}
