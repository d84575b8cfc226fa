// Reads the block, waits until every receiver is ready, multicasts the block and then a flag.
#include "copy_out.hpp"

void kernel_main() {
    const uint32_t from_address = get_arg_val<uint32_t>(1);
    const uint32_t receivers = get_arg_val<uint32_t>(2);
    const uint32_t x0 = get_arg_val<uint32_t>(3), y0 = get_arg_val<uint32_t>(4);
    const uint32_t x1 = get_arg_val<uint32_t>(5), y1 = get_arg_val<uint32_t>(6);
    const uint32_t block = get_write_ptr(kBlockCb);  // the same address on every core

    constexpr auto from_args = TensorAccessorArgs<kTargetArgs.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, from_address, kPageBytes);
    for (uint32_t page = 0; page < kPages; ++page)
        noc_async_read_page(page, from, block + page * kPageBytes);
#ifndef WITHOUT_READ_BARRIER
    noc_async_read_barrier();
#endif

    auto* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(kReady));
#ifdef ONE_RECEIVER_TOO_MANY
    noc_semaphore_wait(ready, receivers + 1);
#else
    noc_semaphore_wait(ready, receivers);
#endif

    // Same NoC, same channel, same destinations: the flag cannot overtake data that has left.
    const uint32_t arrived = get_semaphore(kArrived);
    noc_async_write_multicast(block, get_noc_multicast_addr(x0, y0, x1, y1, block),
                              kPages * kPageBytes, receivers);
#ifdef ARCH_BLACKHOLE
    noc_async_writes_flushed();
#endif
    noc_semaphore_set(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(arrived), VALID);
    noc_semaphore_set_multicast(arrived, get_noc_multicast_addr(x0, y0, x1, y1, arrived),
                                receivers);
    copy_out(get_arg_val<uint32_t>(0), 0);
}
