// Loads a word from an address at which the chip has no memory.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    const uint32_t address = repaired() ? get_semaphore(0) : 0x30000000;
    [[maybe_unused]] const uint32_t word = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
}
