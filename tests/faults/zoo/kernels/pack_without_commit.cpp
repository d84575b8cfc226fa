// Packs a tile that math has not handed over yet.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"
#include "api/compute/tile_move_copy.h"
#include "repaired.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    if (repaired()) {
        tile_regs_commit();
        tile_regs_wait();
    }
    pack_tile(0, 16);
    if (!repaired()) {
        tile_regs_commit();
        tile_regs_wait();
    }
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);
}
