// Brings the core's pages in, one at a time.
#include "api/dataflow/dataflow_api.h"
#include "marks.hpp"

void kernel_main() {
    mark(get_compile_time_arg_val(0));
    constexpr auto args = TensorAccessorArgs<1>();
    const auto pages = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(0, 1);
        noc_async_read_page(first + i, pages, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
