// A circular buffer of this core as the far end of a read.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS
#include <ironbird/kernel_begin.h>

void kernel_main() {
    CircularBuffer from(0), to(1);
    Noc().async_read(from, to, 32, {}, {});
}
