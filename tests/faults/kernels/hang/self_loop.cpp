// A compute kernel that keeps its intermediate tiles in a circular buffer of its own.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/tile_move_copy.h"

void move(uint32_t from, uint32_t to) {
    cb_wait_front(from, 1);
    tile_regs_acquire();
    copy_tile(from, 0, 0);
    tile_regs_commit();
    cb_pop_front(from, 1);
    cb_reserve_back(to, 1);
    tile_regs_wait();
    pack_tile(0, to);
    tile_regs_release();
    cb_push_back(to, 1);
}

void kernel_main() {
    constexpr uint32_t tiles = get_compile_time_arg_val(0), in = 0, between = 24, out = 16;
    compute_kernel_hw_startup(in, out);
    copy_tile_init(in);
    for (uint32_t t = 0; t < tiles; ++t) move(in, between);
    for (uint32_t t = 0; t < tiles; ++t) move(between, out);
}
