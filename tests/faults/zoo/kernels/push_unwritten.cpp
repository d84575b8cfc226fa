// Hands on a page of CB 0 without the read that should fill it.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    [[maybe_unused]] const auto from =
        TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    cb_reserve_back(0, get_arg_val<uint32_t>(1));
#if REPAIRED
    noc_async_read_page(0, from, get_write_ptr(0));
    noc_async_read_barrier();
#endif
    cb_push_back(0, 1);
}
