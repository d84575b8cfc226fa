// Pushes pages to a circular buffer, a batch at a time.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    const uint32_t pages = get_common_arg_val<uint32_t>(0), batch = get_common_arg_val<uint32_t>(1);
    for (uint32_t done = 0; done < pages; done += batch) {
        cb_reserve_back(cb, batch);
        cb_push_back(cb, batch);
    }
}
