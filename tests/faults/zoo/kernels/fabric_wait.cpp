#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
    noc_semaphore_wait_min(word, 3);
#if REPAIRED
    noc_semaphore_set(word, 0);
#endif
}
