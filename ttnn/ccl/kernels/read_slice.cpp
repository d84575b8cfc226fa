// Some pages of a tensor, or parts of its pages, into a circular buffer: several reads under way
// at a time.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto from = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const uint32_t bytes = get_common_arg_val<uint32_t>(1);
    // Page p of the slice is page p / inner * step + place + p % inner of the tensor, at an offset.
    const uint32_t inner = get_common_arg_val<uint32_t>(2), step = get_common_arg_val<uint32_t>(3);
    const uint32_t place = get_common_arg_val<uint32_t>(4),
                   offset = get_common_arg_val<uint32_t>(5);
    const uint32_t batch = get_common_arg_val<uint32_t>(6);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t stride = get_local_cb_interface(cb).fifo_page_size;
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_reserve_back(cb, now);
        uint32_t to = get_write_ptr(cb);
        for (uint32_t i = 0; i < now; i++, to += stride) {
            const uint32_t p = first + done + i;
            const uint32_t id = p / inner * step + place + p % inner;
            noc_async_read(from.get_noc_addr(id, offset), to, bytes);
        }
        noc_async_read_barrier();
        cb_push_back(cb, now);
        done += now;
    }
}
