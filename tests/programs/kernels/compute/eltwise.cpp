// (a + b) * c, tile by tile, through a CB of its own. Arguments: tiles.
#include <cstdint>

#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t tiles = get_compile_time_arg_val(0);
    constexpr uint32_t a = 0, b = 1, c = 2, out = 16, sum = 24;
    binary_op_init_common(a, b, out);
    for (uint32_t t = 0; t < tiles; ++t) {
        cb_wait_front(a, 1);
        cb_wait_front(b, 1);
        cb_reserve_back(sum, 1);
        add_tiles_init(a, b);
        tile_regs_acquire();
        add_tiles(a, b, 0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, sum);
        tile_regs_release();
        cb_push_back(sum, 1);
        cb_pop_front(a, 1);
        cb_pop_front(b, 1);

        cb_wait_front(sum, 1);
        cb_wait_front(c, 1);
        cb_reserve_back(out, 1);
        mul_tiles_init(sum, c);
        tile_regs_acquire();
        mul_tiles(sum, c, 0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_push_back(out, 1);
        cb_pop_front(sum, 1);
        cb_pop_front(c, 1);
    }
}
