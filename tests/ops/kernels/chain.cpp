// Tiles from CBs 0, 1, … into Dst, one of the chains of operations, one tile to CB 16.
#include <array>

#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/cumsum.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/dropout.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/fmod.h"
#include "api/compute/eltwise_unary/gelu.h"
#include "api/compute/eltwise_unary/rand.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/mask.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/welford.h"

// Arguments: how many inputs, which chain, the tile with its result.
void kernel_main() {
    const uint32_t inputs = get_arg_val<uint32_t>(0), chain = get_arg_val<uint32_t>(1);
    constexpr uint32_t out = 16;
    init_sfpu(0, out);
    tile_regs_acquire();
    for (uint32_t i = 0; i < inputs; ++i) {
        cb_wait_front(i, 1);
        copy_tile_to_dst_init_short(i);
        copy_tile(i, 0, i);
    }
    MATH(switch (chain){OPERATIONS});
    tile_regs_commit();
    tile_regs_wait();
    PACK(switch (chain){ON_PACK});
    cb_reserve_back(out, 1);
    pack_tile(get_arg_val<uint32_t>(2), out);
    cb_push_back(out, 1);
    tile_regs_release();
    for (uint32_t i = 0; i < inputs; ++i) cb_pop_front(i, 1);
}
