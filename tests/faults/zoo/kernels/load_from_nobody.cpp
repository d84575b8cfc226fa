// Loads a word of L1 that belongs to no buffer.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    [[maybe_unused]] const uint32_t word =
        *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(0));
}
