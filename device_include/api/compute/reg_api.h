// The hand-over of Dst between math and pack.
#pragma once

#include "api/compute/common_globals.h"
#include "ironbird/compute/startup.h"

namespace ckernel {

ALWI void tile_regs_acquire() {
    ironbird::compute::math_acquire();
}
ALWI void tile_regs_commit() {
    ironbird::compute::math_commit();
}
ALWI void tile_regs_wait() {
    ironbird::compute::pack_wait();
}
ALWI void tile_regs_release() {
    ironbird::compute::pack_release();
}

// Before the four: both processors at once.
ALWI void acquire_dst() {
    tile_regs_acquire();
    tile_regs_wait();
}
ALWI void release_dst() {
    tile_regs_commit();
    tile_regs_release();
}

}  // namespace ckernel
