// Core 0 spins on a plain volatile word; core 1 works for a while and then writes it.
#include "result.hpp"

void kernel_main() {
    const uint32_t word_address = get_semaphore(0);
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(word_address);
    if (get_arg_val<uint32_t>(1) == 0) {
        uint32_t turns = 0;
        while (*word == 0) {
            invalidate_l1_cache();
        }
        ++turns;
        leave({*word, turns});
        return;
    }
    volatile uint32_t work = 0;
    for (uint32_t i = 0; i < 1000; ++i) work = work + i;
    noc_inline_dw_write(
        get_noc_addr(get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3), word_address), 0xfeed);
    noc_async_write_barrier();
}
