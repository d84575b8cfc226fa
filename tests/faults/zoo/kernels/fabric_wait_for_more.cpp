#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
#if REPAIRED
    noc_semaphore_wait(word, 3);
#else
    noc_semaphore_wait(word, 4);
#endif
    noc_semaphore_set(word, 0);
}
