// Pushes pages to a circular buffer, a batch at a time.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), pages = get_compile_time_arg_val(1);
    constexpr uint32_t batch = get_compile_time_arg_val(2);
    for (uint32_t done = 0; done < pages; done += batch) {
        cb_reserve_back(cb, batch);
        cb_push_back(cb, batch);
    }
}
