// Pages from DRAM into a circular buffer: arguments are address, first page, count.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t page = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), page);
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < count; i++) {
        cb_reserve_back(0, 1);
        noc_async_read_page(first + i, from, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
