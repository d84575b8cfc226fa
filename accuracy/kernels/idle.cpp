// Does nothing but note when it began and, if asked, spend time. For every processor.
#if defined(COMPILE_FOR_TRISC)
#include "api/compute/common.h"
#else
#include "api/dataflow/dataflow_api.h"
#endif
#include "marks.hpp"

void kernel_main() {
    constexpr uint32_t kCycles = get_compile_time_arg_val(1);  // 0 is the group: kernels differ
    constexpr uint32_t kRing = get_compile_time_arg_val(2);
#if !defined(COMPILE_FOR_TRISC) || COMPILE_FOR_TRISC == 0
    if constexpr (kRing != 0) mark(kRing);
#endif
    if constexpr (kCycles != 0) riscv_wait(kCycles);
}
