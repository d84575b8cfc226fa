// A compile-time argument past the last.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS 1, 2
#include <ironbird/kernel_begin.h>

void kernel_main() {
    constexpr uint32_t third = get_compile_time_arg_val(2);
}
