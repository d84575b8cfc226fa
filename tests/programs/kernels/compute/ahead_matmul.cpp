// Multiplies each tile with itself: one fill of each bank for a tile.
#include <cstdint>

#include "api/compute/matmul.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t tiles = get_compile_time_arg_val(0), in = 0, out = 16;
    mm_init(in, in, out);
    for (uint32_t t = 0; t < tiles; ++t) {
        cb_wait_front(in, 1);
        tile_regs_acquire();
        matmul_tiles(in, in, 0, 0, 0);
        tile_regs_commit();
        cb_pop_front(in, 1);
        cb_reserve_back(out, 1);
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_push_back(out, 1);
    }
}
