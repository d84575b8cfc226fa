// Takes the core's pages out, one at a time; the last to end.
#include "api/dataflow/dataflow_api.h"
#include "marks.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<1>();
    const auto pages = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(16));
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(16, 1);
        noc_async_write_page(first + i, pages, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
    mark(get_compile_time_arg_val(0));
}
