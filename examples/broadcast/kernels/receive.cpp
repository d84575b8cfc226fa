// Tells the sender that this core is ready, waits for the flag, and writes its copy out.
#include "copy_out.hpp"

void kernel_main() {
    const uint32_t slot = get_arg_val<uint32_t>(1);
    const uint32_t sender_x = get_arg_val<uint32_t>(2), sender_y = get_arg_val<uint32_t>(3);
    const uint32_t arrived = get_semaphore(kArrived);

    noc_semaphore_inc(get_noc_addr(sender_x, sender_y, get_semaphore(kReady)), 1);
    noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(arrived), VALID);
    copy_out(get_arg_val<uint32_t>(0), slot);
    noc_async_atomic_barrier();
}
