// Adds pairs of tiles, as many as the argument says.
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/pack.h"

void kernel_main() {
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    constexpr auto in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
    compute_kernel_hw_startup(in, in, out);
    add_init(in, in);
    for (uint32_t i = 0; i < tiles; ++i) {
        cb_wait_front(in, 1);
        tile_regs_acquire();
        add_tiles(in, in, 0, 0, 0);
        tile_regs_commit();
        cb_pop_front(in, 1);
        cb_reserve_back(out, 1);
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_push_back(out, 1);
    }
}
