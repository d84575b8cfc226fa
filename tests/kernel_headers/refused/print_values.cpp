// A print with fewer values than its format asks for.
#include <ironbird/kernel_begin.h>
#include <ironbird/prelude.h>

void kernel_main() {
    DPRINT("{} {}\n", 1);
}
