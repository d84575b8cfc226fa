// Adds a tile in BF16 and one in float; the unpacker must be told of the switch.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#include "repaired.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 16);
    cb_wait_front(0, 1);
    cb_wait_front(1, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile_init(0);
    copy_tile(0, 0, 0);
    if (repaired()) {
        reconfig_data_format_srca(0, 1);
    }
    copy_tile_init(1);
    copy_tile(1, 0, 1);
    add_binary_tile_init();
    add_binary_tile(0, 1, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);
    cb_pop_front(1, 1);
}
