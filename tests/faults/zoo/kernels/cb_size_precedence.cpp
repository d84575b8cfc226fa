// Keeps two padded rows in CB 0, whatever room the host made for them.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t padded_row = 576;
    constexpr auto from_args = TensorAccessorArgs<0>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), padded_row);
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1), padded_row);
    const uint32_t l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < 2; ++i) {
        noc_async_read_page(i, from, l1 + i * padded_row);
    }
    noc_async_read_barrier();
    for (uint32_t i = 0; i < 2; ++i) {
        noc_async_write_page(i, to, l1 + i * padded_row);
    }
    noc_async_write_barrier();
}
