// Pages from DRAM or from the core before, which writes them into CB 0; one more on every word.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t bytes = get_compile_time_arg_val(0);
    constexpr auto from_args = TensorAccessorArgs<3>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), bytes);
    const uint32_t pages = get_arg_val<uint32_t>(1);
    const bool first = get_arg_val<uint32_t>(2) != 0;
    const uint32_t x = get_arg_val<uint32_t>(3), y = get_arg_val<uint32_t>(4);
    auto* full =
        reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_compile_time_arg_val(1)));
    const uint64_t credit = get_noc_addr(x, y, get_semaphore(get_compile_time_arg_val(2)));

    for (uint32_t page = 0; page < pages; ++page) {
        cb_reserve_back(0, 1);
        const uint32_t l1 = get_write_ptr(0);
        if (first) {
            noc_async_read_page(page, from, l1);
            noc_async_read_barrier();
        } else {
            noc_semaphore_inc(credit, 1);
            noc_semaphore_wait_min(full, page + 1);
        }
        auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
        for (uint32_t i = 0; i < bytes / 4; ++i) {
            words[i] = words[i] + 1;
        }
        cb_push_back(0, 1);
    }
    noc_async_atomic_barrier();
}
