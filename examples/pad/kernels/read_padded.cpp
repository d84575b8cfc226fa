// Makes padded rows in the circular buffer: the source's row on the left, the fill value around it.
#include <cstdint>

#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/noc.h"
#include "api/tensor/noc_traits.h"

void kernel_main() {
    constexpr uint32_t rows = get_compile_time_arg_val(0);
    constexpr uint32_t columns = get_compile_time_arg_val(1);
    constexpr uint32_t padded_columns = get_compile_time_arg_val(2);
    constexpr uint32_t fill = get_compile_time_arg_val(3);
    constexpr uint32_t row_bytes = columns * sizeof(uint32_t);
    constexpr auto from_args = TensorAccessorArgs<4>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0), row_bytes);
    const uint32_t first = get_arg_val<uint32_t>(1);
    const uint32_t count = get_arg_val<uint32_t>(2);

    Noc noc;
    CircularBuffer rows_out(tt::CBIndex::c_0);
    for (uint32_t row = first; row < first + count; ++row) {
        rows_out.reserve_back(1);
        CoreLocalMem<uint32_t> out(rows_out.get_write_ptr());
        const uint32_t taken = row < rows ? columns : 0;
        for (uint32_t x = taken; x < padded_columns; ++x) out[x] = fill;
        if (taken != 0) {
            noc.async_read(from, rows_out, row_bytes, {.page_id = row}, {.offset_bytes = 0});
            noc.async_read_barrier();
        }
        rows_out.push_back(1);
    }
}
