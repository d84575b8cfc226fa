#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    auto* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
    riscv_wait(20000);
    for (uint32_t round = 1; round <= 3; round++) {
#if REPAIRED
        noc_semaphore_wait_min(word, round);
    }
    noc_semaphore_set(word, 0);
#else
        noc_semaphore_wait_min(word, 1);
        noc_semaphore_set(word, 0);
    }
#endif
}
