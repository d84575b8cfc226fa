// Asserts what does not hold.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "api/debug/assert.h"

void kernel_main() {
#if REPAIRED
    constexpr uint32_t expected = 3;
#else
    constexpr uint32_t expected = 4;
#endif
    [[maybe_unused]] const uint32_t got = get_arg_val<uint32_t>(0);
    ASSERT(got == expected);
}
