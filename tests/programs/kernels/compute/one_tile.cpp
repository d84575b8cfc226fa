// One tile of each input, one tile out: MATH_BODY between acquire and commit, PACK_BODY for pack.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/transpose_wh.h"
#include "api/compute/transpose_wh_dest.h"
#include "api/compute/untilize.h"

void kernel_main() {
    constexpr uint32_t a = 0, b = 1, out = 16;
    compute_kernel_hw_startup(SRC_A, SRC_B, out);
    cb_wait_front(a, 1);
    cb_wait_front(b, 1);
    tile_regs_acquire();
    MATH_BODY;
    tile_regs_commit();
    cb_reserve_back(out, 1);
    tile_regs_wait();
    PACK_BODY;
    tile_regs_release();
    cb_push_back(out, 1);
}
