#include "fabric_exhibit.hpp"

void kernel_main() {
    Exhibit e;
    e.sender.open();
    e.send();
#if REPAIRED
    e.sender.close();
#else
    noc_async_write_barrier();
#endif
}
