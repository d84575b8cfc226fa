// Rows of a tile, and then a tile: the packer still counts rows.
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"
#include "one_tile.hpp"
#include "repaired.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    copy_tile_init(0);
    pack_rows_init(64);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_rows(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);
    pack_rows_uninit();
    if (repaired()) {
        pack_init(16);
    }
    one_tile([] { copy_tile(0, 0, 0); });
}
