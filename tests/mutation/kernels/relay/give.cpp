// Pages of CB 0 to DRAM or into the next core's CB 0, once that core has given a credit.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t bytes = get_compile_time_arg_val(0);
    constexpr auto from_args = TensorAccessorArgs<3>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(0), bytes);
    const uint32_t pages = get_arg_val<uint32_t>(1);
    const bool last = get_arg_val<uint32_t>(2) != 0;
    const uint32_t x = get_arg_val<uint32_t>(3), y = get_arg_val<uint32_t>(4);
    auto* free =
        reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_compile_time_arg_val(2)));
    const uint64_t full = get_noc_addr(x, y, get_semaphore(get_compile_time_arg_val(1)));

    for (uint32_t page = 0; page < pages; ++page) {
        cb_wait_front(0, 1);
        const uint32_t l1 = get_read_ptr(0);
        if (last) {
            noc_async_write_page(page, to, l1);
        } else {
            noc_semaphore_wait_min(free, page + 1);
            noc_async_write(l1, get_noc_addr(x, y, l1), bytes);  // the same page of the same buffer
        }
        noc_async_write_barrier();
        if (!last) {
            noc_semaphore_inc(full, 1);
        }
        cb_pop_front(0, 1);
    }
    noc_async_atomic_barrier();
}
