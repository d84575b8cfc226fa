// Waits for its turn, adds its share, and hands number and turn to the other core.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t rounds = get_compile_time_arg_val(0);
    constexpr uint32_t page_bytes = get_compile_time_arg_val(2);
    const bool begins = get_arg_val<uint32_t>(0) != 0;
    const uint32_t other_x = get_arg_val<uint32_t>(1), other_y = get_arg_val<uint32_t>(2);
    const uint32_t share = get_arg_val<uint32_t>(3);

    const uint32_t mailbox = get_write_ptr(tt::CBIndex::c_0);  // the same address on both cores
    const uint32_t turn_address = get_semaphore(get_compile_time_arg_val(1));
    auto* number = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(mailbox);
    auto* turn = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(turn_address);

    if (begins) {
        *number = 0;
        noc_semaphore_set(turn, 1);
    }
    for (uint32_t round = 0; round < rounds; ++round) {
        noc_semaphore_wait(turn, 1);
        noc_semaphore_set(turn, 0);
        *number = *number + share;
        if (!begins && round + 1 == rounds) break;  // the last to play keeps the number
        noc_async_write(mailbox, get_noc_addr(other_x, other_y, mailbox), 16);
        noc_async_write_barrier();
        noc_semaphore_inc(get_noc_addr(other_x, other_y, turn_address), 1);
        noc_async_atomic_barrier();
    }
    if (begins) return;

    constexpr auto result_args = TensorAccessorArgs<3>();
    const auto result = TensorAccessor(result_args, get_arg_val<uint32_t>(4), page_bytes);
    noc_async_write_page(0, result, mailbox);
    noc_async_write_barrier();
}
