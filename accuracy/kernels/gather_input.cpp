// Supplies the tiles of a row to the core that looks indices up, one blocking read at a time.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kInput = 0;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto inputs = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(kInput));
    const uint32_t count = get_arg_val<uint32_t>(1), tiles = get_arg_val<uint32_t>(2);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            cb_reserve_back(kInput, 1);
            noc_async_read_page(tile, inputs, get_write_ptr(kInput));
            noc_async_read_barrier();
            cb_push_back(kInput, 1);
        }
}
