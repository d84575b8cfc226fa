// Writes the rows of the circular buffer to their pages.
#include <cstdint>

#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/noc.h"
#include "api/tensor/noc_traits.h"

void kernel_main() {
    constexpr uint32_t row_bytes = get_compile_time_arg_val(0);
    constexpr auto to_args = TensorAccessorArgs<1>();
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(0), row_bytes);
    const uint32_t first = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2);

    Noc noc;
    CircularBuffer rows_in(tt::CBIndex::c_0);
    for (uint32_t row = first; row < first + count; ++row) {
        rows_in.wait_front(1);
        noc.async_write(rows_in, to, row_bytes, {.offset_bytes = 0}, {.page_id = row});
        noc.async_write_barrier();
        rows_in.pop_front(1);
    }
}
