// Pages from the vector unit, and what has to be done to their words behind it. Common argument:
// address of the output.
#include "stage.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_16;
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto to = tensor_of(0);
    for (uint32_t page = first; page < first + count; ++page) {
        cb_wait_front(cb, 1);
        run_stage(words_at(get_read_ptr(cb)), nullptr);
        send_page(page, to, get_read_ptr(cb));
        noc_async_writes_flushed();
        cb_pop_front(cb, 1);
    }
    noc_async_write_barrier();
}
