// Multiplies the same few tiles again and again: one by one, or in blocks that reuse operands.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/matmul.h"

void kernel_main() {
    constexpr uint32_t blocks = get_compile_time_arg_val(0);
    constexpr bool reuse = get_compile_time_arg_val(1) != 0;
    constexpr uint32_t ct = 4, rt = 2;
    if constexpr (reuse)
        mm_block_init(0, 1, 16, false, ct, rt, 1);
    else
        mm_init(0, 1, 16);
    cb_wait_front(0, ct * rt);
    cb_wait_front(1, ct * rt);
    for (uint32_t b = 0; b < blocks; ++b) {
        tile_regs_acquire();
        if constexpr (reuse) {
            matmul_block(0, 1, 0, 0, 0, false, ct, rt, 1);
        } else {
            for (uint32_t i = 0; i < ct * rt; ++i) matmul_tiles(0, 1, i, i, i);  // products
        }
        tile_regs_commit();
        tile_regs_wait();
        tile_regs_release();
    }
    cb_pop_front(0, ct * rt);
    cb_pop_front(1, ct * rt);
}
