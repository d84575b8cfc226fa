// The same product with all output tiles in Dst at once: one block call per inner step.
#include <cstdint>

#include "api/compute/matmul.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t mt = get_compile_time_arg_val(0), kt = get_compile_time_arg_val(1),
                       nt = get_compile_time_arg_val(2);
    mm_block_init(0, 1, 16, 0, nt, mt, kt);
    cb_wait_front(0, mt * kt);
    cb_wait_front(1, kt * nt);
    tile_regs_acquire();
    for (uint32_t k = 0; k < kt; ++k) matmul_block(0, 1, k, k * nt, 0, 0, nt, mt, kt);
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t t = 0; t < mt * nt; ++t) {
        cb_reserve_back(16, 1);
        pack_tile(t, 16);
        cb_push_back(16, 1);
    }
    tile_regs_release();
}
