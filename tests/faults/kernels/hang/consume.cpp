// Waits for pages of a circular buffer and pops them, a batch at a time.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), pages = get_compile_time_arg_val(1);
    constexpr uint32_t batch = get_compile_time_arg_val(2), pops = get_compile_time_arg_val(3);
    for (volatile uint32_t i = 0; i < get_compile_time_arg_val(4); i = i + 1) {  // comes late
    }
    for (uint32_t done = 0; done < pages; done += batch) {
        cb_wait_front(cb, batch);
        if constexpr (pops != 0) cb_pop_front(cb, pops);
    }
}
