// Reduces the tiles of CB 0 into one, with the scaler in CB 1; REDUCE_OP and REDUCE_DIM are
// defines.
#include "api/compute/reduce.h"

#include <cstdint>

#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t tiles = get_compile_time_arg_val(0);
    compute_kernel_hw_startup(0, 1, 16);
    reduce_init<REDUCE_OP, REDUCE_DIM>(0, 1, 16);
    cb_wait_front(0, tiles);
    cb_wait_front(1, 1);
    tile_regs_acquire();
    for (uint32_t t = 0; t < tiles; ++t) reduce_tile<REDUCE_OP, REDUCE_DIM>(0, 1, t, 0, 0);
    tile_regs_commit();
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    reduce_uninit();
}
