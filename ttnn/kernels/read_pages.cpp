// Pages of a tensor in order, several reads under way at a time.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1, 4>();
    const uint32_t address = get_common_arg_val<uint32_t>(0);
    const uint32_t stride = get_common_arg_val<uint32_t>(1);  // from page to page in the CB
    const uint32_t batch = get_common_arg_val<uint32_t>(2);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto from = TensorAccessor(args, address, get_common_arg_val<uint32_t>(3));
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_reserve_back(cb, now);
        uint32_t to = get_write_ptr(cb);
        for (uint32_t i = 0; i < now; ++i, to += stride)
            noc_async_read_page(first + done + i, from, to);
        noc_async_read_barrier();
        cb_push_back(cb, now);
        done += now;
    }
}
