// C = A x B of Mt x Kt and Kt x Nt tiles that lie in CBs 0 and 1 whole, with tile products.
#include "api/compute/matmul.h"

#include <cstdint>

#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t mt = get_compile_time_arg_val(0), kt = get_compile_time_arg_val(1),
                       nt = get_compile_time_arg_val(2);
    mm_init(0, 1, 16);
    cb_wait_front(0, mt * kt);
    cb_wait_front(1, kt * nt);
    for (uint32_t m = 0; m < mt; ++m) {
        for (uint32_t n = 0; n < nt; ++n) {
            tile_regs_acquire();
            for (uint32_t k = 0; k < kt; ++k) matmul_tiles(0, 1, m * kt + k, k * nt + n, 0);
            tile_regs_commit();
            cb_reserve_back(16, 1);
            tile_regs_wait();
            pack_tile(0, 16);
            tile_regs_release();
            cb_push_back(16, 1);
        }
    }
}
