// One tile of the result after the other.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"

void kernel_main() {
    constexpr uint32_t kInner = get_compile_time_arg_val(0);
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup<SrcOrder::Reverse>(0, 1, 16);
    matmul_init(0, 1);
    for (uint32_t tile = 0; tile < count; tile++) {
        tile_regs_acquire();
        for (uint32_t k = 0; k < kInner; k++) {
            cb_wait_front(0, 1);
            cb_wait_front(1, 1);
            matmul_tiles(0, 1, 0, 0, 0);
            cb_pop_front(0, 1);
            cb_pop_front(1, 1);
        }
        tile_regs_commit();
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
}
