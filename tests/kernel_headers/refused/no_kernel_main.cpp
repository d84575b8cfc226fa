// A source without an entry.
#include <ironbird/kernel_begin.h>
#include <ironbird/prelude.h>

void kernel_mian() {}
#include <ironbird/kernel_end.h>
