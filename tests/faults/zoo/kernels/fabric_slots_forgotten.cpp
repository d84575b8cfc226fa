#include "fabric_exhibit.hpp"

void kernel_main() {
    Exhibit e;
    e.sender.open();
    for (uint32_t i = 0; i < 12; i++) e.send();
    riscv_wait(20000);  // all have arrived
#if !REPAIRED
    *e.sender.edm_buffer_local_free_slots_read_ptr = 0;
#endif
    e.send();
    e.sender.close();
}
