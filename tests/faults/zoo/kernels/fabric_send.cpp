#include "fabric_exhibit.hpp"

void kernel_main() {
    Exhibit e;
    e.sender.open();
    for (uint32_t i = 0; i < 3; i++) e.send();
    e.sender.close();
}
