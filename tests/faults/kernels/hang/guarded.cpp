// Copies tiles; a guard on the wrong processor compiles one half of a hand-over out.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/tile_move_copy.h"

void kernel_main() {
    constexpr uint32_t tiles = get_compile_time_arg_val(0), in = 0, out = 16;
    compute_kernel_hw_startup(in, out);
    copy_tile_init(in);
    for (uint32_t t = 0; t < tiles; ++t) {
        cb_wait_front(in, 1);
        tile_regs_acquire();
        copy_tile(in, 0, 0);
#ifndef COMMIT_ON_UNPACK
        tile_regs_commit();
#endif
        cb_pop_front(in, 1);
        cb_reserve_back(out, 1);
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
#ifdef PUSH_ON_UNPACK
        UNPACK(cb_push_back(out, 1);)
#else
        cb_push_back(out, 1);
#endif
    }
}
