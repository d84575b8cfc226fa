// Spins for so many cycles.
#include "api/dataflow/dataflow_api.h"
#include "risc_common.h"

void kernel_main() {
    riscv_wait(get_arg_val<uint32_t>(0));
}
