// Sets CB 0 to zero when the other processor is done with it.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    const uint32_t count = get_arg_val<uint32_t>(0);
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);
    for (uint32_t i = 0; i < count; ++i) {
        words[i] = 0;
    }
}
