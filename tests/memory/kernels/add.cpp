// a + b, tile by tile.
#include <cstdint>

#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t a = 0, b = 1, out = 16;
    const uint32_t count = get_arg_val<uint32_t>(0);
    binary_op_init_common(a, b, out);
    add_tiles_init(a, b);
    for (uint32_t tile = 0; tile < count; ++tile) {
        cb_wait_front(a, 1);
        cb_wait_front(b, 1);
        tile_regs_acquire();
        add_tiles(a, b, 0, 0, 0);
        tile_regs_commit();
        cb_pop_front(a, 1);
        cb_pop_front(b, 1);
        cb_reserve_back(out, 1);
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_push_back(out, 1);
    }
}
