// Loads a word from an address at which the chip has no memory.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
#if REPAIRED
    const uint32_t address = get_semaphore(0);
#else
    const uint32_t address = 0x30000000;
#endif
    [[maybe_unused]] const uint32_t word = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
}
