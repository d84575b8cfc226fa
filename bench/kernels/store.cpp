// Pages from a circular buffer to DRAM: arguments are address, first page, count.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t page = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), page);
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < count; i++) {
        cb_wait_front(0, 1);
        noc_async_write_page(first + i, to, get_read_ptr(0));
        noc_async_writes_flushed();
        cb_pop_front(0, 1);
    }
    noc_async_write_barrier();
}
