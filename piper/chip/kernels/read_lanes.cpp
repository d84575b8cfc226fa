// Pages for the vector unit, and what has to be done to their words before. Common arguments:
// addresses of input, and of flags if there are any.
#include "stage.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_0;
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto from = tensor_of(0);
#ifdef PIPER_FLAGS
    const auto flags = tensor_of(1, kFlagBytes);
#endif
    const uint32_t memory = scratch();
    for (uint32_t page = first; page < first + count;) {
        const uint32_t left = first + count - page, batch = left < 4 ? left : 4;
        cb_reserve_back(cb, batch);
        const uint32_t to = get_write_ptr(cb);
        for (uint32_t i = 0; i < batch; ++i) {
            noc_async_read_page(page + i, from, to + i * kPageBytes);
#ifdef PIPER_FLAGS
            noc_async_read_page(page + i, flags, memory + i * kFlagBytes);
#endif
        }
        noc_async_read_barrier();
        for (uint32_t i = 0; i < batch; ++i) {
            run_stage(words_at(to + i * kPageBytes), words_at(memory + i * kFlagBytes));
            cb_push_back(cb, 1);
        }
        page += batch;
    }
}
