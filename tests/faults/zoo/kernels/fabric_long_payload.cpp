#include "fabric_exhibit.hpp"

void kernel_main() {
    Exhibit e;
    e.sender.open();
#if REPAIRED
    e.send(4096);
    e.send(4096);
#else
    e.send(8192);
#endif
    e.sender.close();
}
