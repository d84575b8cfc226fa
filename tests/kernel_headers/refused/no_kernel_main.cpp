// A source without an entry.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS
#include <ironbird/kernel_begin.h>

void kernel_mian() {}
#include <ironbird/kernel_end.h>
