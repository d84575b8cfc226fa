// Pages of a tensor, in order, from slots that hold a part of a page each.
#include "boxes.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    using Args = TensorAccessorArgs<1>;
    const Units units;
    const Chunks chunks;
    const uint32_t slot = Chunks::slot_bytes(), batch = Chunks::batch();
    const uint32_t element_bytes = common(6), page_bytes = common(7);
    const auto to = TensorAccessor(Args(8), common(0), page_bytes);
    for (uint32_t done = 0; done < units.count;) {
        const uint32_t now = units.count - done < batch ? units.count - done : batch;
        cb_wait_front(cb, now);
        uint32_t from = get_read_ptr(cb);
        for (uint32_t i = 0; i < now; ++i, from += slot) {
            const uint32_t unit = units[done + i];
            noc_async_write(
                from, to.get_noc_addr(chunks.page_of(unit), chunks.begin(unit) * element_bytes),
                chunks.elements(unit) * element_bytes);
        }
        noc_async_writes_flushed();
        cb_pop_front(cb, now);
        done += now;
    }
    noc_async_write_barrier();
}
