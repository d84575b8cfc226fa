// One tile of each input, one tile out, by the operation with the number of the argument. CASES
// begin with a label each, say with which operands the units start, and go on from acquire to
// release.
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

namespace {

constexpr uint32_t a = 0, b = 1, out = 16;

void begin(uint32_t src_a, uint32_t src_b) {
    compute_kernel_hw_startup(src_a, src_b, out);
    cb_wait_front(a, 1);
    cb_wait_front(b, 1);
    tile_regs_acquire();
}

void turn_to_pack() {
    tile_regs_commit();
    cb_reserve_back(out, 1);
    tile_regs_wait();
}

}  // namespace

void kernel_main() {
    switch (get_arg_val<uint32_t>(0)) { CASES }
    tile_regs_release();
    cb_push_back(out, 1);
}
