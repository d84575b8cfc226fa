// Divides by an argument that is zero.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    volatile uint32_t result = 7 / get_arg_val<uint32_t>(0);
    result = result + 1;
}
