// Copies eight tiles through Dst at once, or four when it is told that Dst is wide.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#include "repaired.hpp"

void kernel_main() {
    const uint32_t at_once = repaired() ? 4 : 8;
    compute_kernel_hw_startup(0, 16);
    copy_tile_init(0);
    for (uint32_t done = 0; done < 8; done += at_once) {
        cb_wait_front(0, at_once);
        cb_reserve_back(16, at_once);
        tile_regs_acquire();
        for (uint32_t i = 0; i < at_once; ++i) {
            copy_tile(0, i, i);
        }
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t i = 0; i < at_once; ++i) {
            pack_tile(i, 16);
        }
        tile_regs_release();
        cb_push_back(16, at_once);
        cb_pop_front(0, at_once);
    }
}
