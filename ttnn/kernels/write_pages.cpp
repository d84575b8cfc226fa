// Pages of a circular buffer into a tensor, in order.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1, 4>();
    const uint32_t address = get_common_arg_val<uint32_t>(0);
    const uint32_t stride = get_common_arg_val<uint32_t>(1);  // from page to page in the CB
    const uint32_t batch = get_common_arg_val<uint32_t>(2);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto to = TensorAccessor(args, address, get_common_arg_val<uint32_t>(3));
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_wait_front(cb, now);
        uint32_t from = get_read_ptr(cb);
        for (uint32_t i = 0; i < now; ++i, from += stride)
            noc_async_write_page(first + done + i, to, from);
        noc_async_writes_flushed();
        cb_pop_front(cb, now);
        done += now;
    }
    noc_async_write_barrier();
}
