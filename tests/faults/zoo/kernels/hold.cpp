// Holds a lock of its page and tells another core to write there.
#include <cstdint>

#include "api/core_local_mem.h"
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint64_t other =
        get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0));
    CoreLocalMem<uint32_t> page(get_arg_val<uint32_t>(2));
    auto* done = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));
#if REPAIRED
    {
        auto lock = page.scoped_lock(get_arg_val<uint32_t>(3));
    }
#else
    auto lock = page.scoped_lock(get_arg_val<uint32_t>(3));
#endif
    noc_semaphore_inc(other, 1);
    noc_semaphore_wait(done, 1);
    noc_async_atomic_barrier();
}
