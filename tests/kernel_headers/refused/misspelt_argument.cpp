// A named argument that does not exist: the message must show the name.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARG_MAP {"width", 3}, {"height", 4},
#include <ironbird/kernel_begin.h>

void kernel_main() {
    const uint32_t height = get_named_compile_time_arg_val("heigth");
}
