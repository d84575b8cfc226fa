// Counts on its semaphore with plain loads and stores while another core increments it.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "repaired.hpp"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    auto* count = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));
    auto* done = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(1));
    for (uint32_t i = 0; i < 100; ++i) {
        if (repaired()) {
            noc_semaphore_inc(
                get_noc_addr(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2), get_semaphore(0)),
                1);
        } else {
            *count += 1;
        }
    }
    noc_async_atomic_barrier();
    noc_semaphore_wait(done, 1);
    noc_async_write_page(0, to, get_semaphore(0), 16);
    noc_async_write_barrier();
    (void)count;
}
