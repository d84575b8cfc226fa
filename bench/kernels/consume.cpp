// Pops pages without looking at them.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(tt::CBIndex::c_0, 1);
        cb_pop_front(tt::CBIndex::c_0, 1);
    }
}
