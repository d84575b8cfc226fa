// Tiles of a circular buffer into a tensor, in the order of a walk.
#include "walk.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr uint32_t kWalk = 3, kShards = kWalk + 2 * Walk<1>::kDims;
    constexpr auto args = TensorAccessorArgs<1, kShards>();
    const uint32_t tile_bytes = get_common_arg_val<uint32_t>(1);
    const auto to = TensorAccessor(args, get_common_arg_val<uint32_t>(0), tile_bytes);
    const uint32_t batch = get_common_arg_val<uint32_t>(2);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Walk<1> walk(kWalk, first);
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_wait_front(cb, now);
        uint32_t from = get_read_ptr(cb);
        for (uint32_t i = 0; i < now; ++i, from += tile_bytes, walk.next())
            noc_async_write_page(walk.page[0], to, from);
        noc_async_writes_flushed();
        cb_pop_front(cb, now);
        done += now;
    }
    noc_async_write_barrier();
}
