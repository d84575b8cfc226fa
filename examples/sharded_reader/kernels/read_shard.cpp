// Copies a run of pages; the accessor knows which core holds each of them.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(2);
    const uint32_t count = get_arg_val<uint32_t>(3);
    constexpr uint32_t page_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t cb = tt::CBIndex::c_0;
    constexpr auto shard_args = TensorAccessorArgs<1>();
    constexpr auto to_args = TensorAccessorArgs<shard_args.next_compile_time_args_offset()>();
    const auto shards = TensorAccessor(shard_args, get_arg_val<uint32_t>(0), page_bytes);
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1), page_bytes);

    cb_reserve_back(cb, count);
    const uint32_t l1 = get_write_ptr(cb);
    for (uint32_t i = 0; i < count; ++i)
        noc_async_read(shards.get_noc_addr(first + i), l1 + i * page_bytes, page_bytes);
    noc_async_read_barrier();
    cb_push_back(cb, count);

    cb_wait_front(cb, count);
    for (uint32_t i = 0; i < count; ++i)
        noc_async_write(get_read_ptr(cb) + i * page_bytes, to.get_noc_addr(first + i), page_bytes);
    noc_async_write_barrier();
    cb_pop_front(cb, count);
}
