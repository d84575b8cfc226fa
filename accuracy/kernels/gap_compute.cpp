// Copies the core's tiles and dawdles over each.
#include "api/compute/common.h"
#include "risc_common.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0), idle = get_arg_val<uint32_t>(1);
    compute_kernel_hw_startup(0, 16);
    copy_tile_to_dst_init_short(0);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        MATH(riscv_wait(idle));
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_pop_front(0, 1);
        cb_push_back(16, 1);
    }
}
