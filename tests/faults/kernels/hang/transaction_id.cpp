// BRISC multicasts a page under a transaction id and says so; NCRISC waits for the id.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t id = 3, told = tt::CBIndex::c_1;
#if defined(COMPILE_FOR_BRISC)
    const uint32_t x0 = get_arg_val<uint32_t>(0), y0 = get_arg_val<uint32_t>(1);
    const uint32_t x1 = get_arg_val<uint32_t>(2), y1 = get_arg_val<uint32_t>(3);
    const uint32_t page = get_write_ptr(tt::CBIndex::c_0);
    noc_async_write_set_trid(id);
    noc_async_write_multicast(page, get_noc_multicast_addr(x0, y0, x1, y1, page), 64,
                              get_arg_val<uint32_t>(4));
    cb_reserve_back(told, 1);
    cb_push_back(told, 1);
#else
    cb_wait_front(told, 1);
    noc_async_write_barrier_with_trid(id, 0);
    cb_pop_front(told, 1);
#endif
}
