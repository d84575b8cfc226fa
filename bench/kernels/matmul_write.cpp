// The result, sub-block by sub-block in the order of the compute kernel; single tiles are the
// smallest.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kPitch = get_compile_time_arg_val(0);
    constexpr uint32_t kSubRows = get_compile_time_arg_val(1);
    constexpr uint32_t kSubColumns = get_compile_time_arg_val(2);
    constexpr uint32_t kAcross = get_compile_time_arg_val(3);  // sub-blocks side by side
    constexpr auto args = TensorAccessorArgs<4>();
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    const auto c = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(16));
    for (uint32_t block = 0; block < count; block++) {
        const uint32_t corner =
            first + block / kAcross * kSubRows * kPitch + block % kAcross * kSubColumns;
        cb_wait_front(16, kSubRows * kSubColumns);
        uint32_t from = get_read_ptr(16);
        for (uint32_t i = 0; i < kSubRows * kSubColumns; i++, from += get_tile_size(16))
            noc_async_write_page(corner + i / kSubColumns * kPitch + i % kSubColumns, c, from);
        noc_async_write_barrier();
        cb_pop_front(16, kSubRows * kSubColumns);
    }
}
