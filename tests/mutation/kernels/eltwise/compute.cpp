// (a + b) * a with the sum in a circular buffer of its own.
#include <cstdint>

#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t a = 0, b = 1, out = 16, sum = 24;
    const uint32_t count = get_arg_val<uint32_t>(0);
    binary_op_init_common(a, b, out);
    for (uint32_t tile = 0; tile < count; ++tile) {
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
        cb_pop_front(b, 1);

        cb_wait_front(sum, 1);
        cb_reserve_back(out, 1);
        mul_tiles_init(sum, a);
        tile_regs_acquire();
        mul_tiles(sum, a, 0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_push_back(out, 1);
        cb_pop_front(sum, 1);
        cb_pop_front(a, 1);
    }
}
