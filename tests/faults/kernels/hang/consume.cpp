// Waits for pages of a circular buffer and pops them, a batch at a time.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), has_pops = get_compile_time_arg_val(1);
    const uint32_t pages = get_common_arg_val<uint32_t>(0), batch = get_common_arg_val<uint32_t>(1);
    for (volatile uint32_t i = 0; i < get_common_arg_val<uint32_t>(2); i = i + 1) {  // comes late
    }
    for (uint32_t done = 0; done < pages; done += batch) {
        cb_wait_front(cb, batch);
        if constexpr (has_pops != 0) cb_pop_front(cb, get_common_arg_val<uint32_t>(3));
    }
}
