// Rows from pieces of 1024 numbers.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_16, piece_bytes = 2048;
    using Args = TensorAccessorArgs<0>;
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto out =
        TensorAccessor(Args(), get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(1));
    const uint32_t bytes = get_common_arg_val<uint32_t>(2);
    for (uint32_t row = first; row < first + count; ++row)
        for (uint32_t at = 0; at < bytes; at += piece_bytes) {
            cb_wait_front(cb, 1);
            noc_async_write(get_read_ptr(cb), out.get_noc_addr(row, at),
                            bytes - at < piece_bytes ? bytes - at : piece_bytes);
            noc_async_writes_flushed();
            cb_pop_front(cb, 1);
        }
    noc_async_write_barrier();
}
