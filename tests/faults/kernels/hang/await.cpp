// Waits for a semaphore, early or late, by equality or not.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t value = get_arg_val<uint32_t>(0), later = get_arg_val<uint32_t>(1);
    auto* own =
        reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_compile_time_arg_val(0)));
    for (volatile uint32_t i = 0; i < later; i = i + 1) {
    }
#ifdef RESET_FIRST
    noc_semaphore_set(own, 0);
#endif
#ifdef AT_LEAST
    noc_semaphore_wait_min(own, value);
#else
    noc_semaphore_wait(own, value);
#endif
}
