// One tile of CB 0 through Dst into CB 16.
#pragma once

#include <cstdint>

#include "api/compute/common.h"

template <class Work>
inline __attribute__((always_inline)) void one_tile(Work work) {
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    work();
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);
}
