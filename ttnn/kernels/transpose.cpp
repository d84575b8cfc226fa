// Transposed tiles.
#include <cstdint>

#include "api/compute/pack.h"
#include "api/compute/transpose_wh.h"

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
    const uint32_t count = get_arg_val<uint32_t>(0);
    transpose_wh_init(in, out);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(in, 1);
        cb_reserve_back(out, 1);
        tile_regs_acquire();
        transpose_wh_tile(in, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_pop_front(in, 1);
        cb_push_back(out, 1);
    }
}
