// Reads sticks side by side into a circular buffer that may hold only one.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t stick = 64;
    constexpr auto from_args = TensorAccessorArgs<0>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), stick);
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1), stick);
    const uint32_t sticks = get_arg_val<uint32_t>(2), l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < sticks; ++i) {
        noc_async_read_page(i, from, l1 + i * stick);
    }
    noc_async_read_barrier();
    for (uint32_t i = 0; i < sticks; ++i) {
        noc_async_write_page(i, to, l1 + i * stick);
    }
    noc_async_write_barrier();
}
