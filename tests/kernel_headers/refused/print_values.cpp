// A print with fewer values than its format asks for.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS
#include <ironbird/kernel_begin.h>

void kernel_main() {
    DPRINT("{} {}\n", 1);
}
