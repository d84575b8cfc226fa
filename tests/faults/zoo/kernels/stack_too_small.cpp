// Keeps a table on the stack that is larger than the stack.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
#if REPAIRED
    constexpr uint32_t words = 16;
#else
    constexpr uint32_t words = 64 * 1024;
#endif
    volatile uint32_t table[words];
    for (uint32_t i = 0; i < words; ++i) {
        table[i] = i;
    }
}
