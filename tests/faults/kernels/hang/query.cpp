// Asks for pages again and again instead of waiting for them.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), pages = get_compile_time_arg_val(1);
    while (!cb_pages_available_at_front(cb, pages)) {
    }
    cb_wait_front(cb, pages);
    cb_pop_front(cb, pages);
}
