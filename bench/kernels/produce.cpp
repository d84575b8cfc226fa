// Pushes pages without filling them.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(tt::CBIndex::c_0, 1);
        cb_push_back(tt::CBIndex::c_0, 1);
    }
}
