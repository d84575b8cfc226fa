// Tiles of random numbers. Every tile has a stream of its own, so that numbers do not depend on how
// tiles are split over cores.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/dropout.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/rand.h"
#include "api/compute/eltwise_unary/sqrt.h"
#include "api/compute/eltwise_unary/trigonometry.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"

namespace {

enum class Draw : uint32_t { uniform, normal, bernoulli, dropout };
constexpr auto kDraw = Draw(get_compile_time_arg_val(0));
constexpr bool kReads = kDraw == Draw::bernoulli || kDraw == Draw::dropout;
constexpr uint32_t kIn = tt::CBIndex::c_0, kOut = tt::CBIndex::c_16;
constexpr uint32_t kOne = 0x3f800000u;

// The root of -2 log u times the cosine of another angle.
void normal(uint32_t seed, uint32_t stream) {
    rand_tile_init(seed, stream);
    rand_tile(0, 0x33800000u, 0x3f7ffffeu);  // never zero
    rand_tile(1, 0, 0x40c90fdbu);            // two pi
    log_tile_init();
    log_tile(0);
    binop_with_scalar_tile_init();
    mul_unary_tile(0, 0xc0000000u);
    sqrt_tile_init();
    sqrt_tile(0);
    cos_tile_init();
    cos_tile(1);
    mul_binary_tile_init();
    mul_binary_tile(0, 1, 0);
}

void draw(uint32_t seed, uint32_t stream, uint32_t a, uint32_t b) {
    if constexpr (kDraw == Draw::uniform) {
        rand_tile_init(seed, stream);
        rand_tile(0, a, b);
    } else if constexpr (kDraw == Draw::normal) {
        normal(seed, stream);
    } else if constexpr (kDraw == Draw::bernoulli) {
        rand_tile_init(seed, stream);
        rand_tile(1, 0, kOne);
        gt_binary_tile_init();
        gt_binary_tile(0, 1, 0);
    } else {
        dropout_kernel_init(seed + stream * 0x9e3779b9u);
        dropout_tile(0, a, b);
    }
}

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t seed = get_common_arg_val<uint32_t>(0);
    const uint32_t a = get_common_arg_val<uint32_t>(1), b = get_common_arg_val<uint32_t>(2);
    unary_op_init_common(kReads ? kIn : kOut, kOut);
    if constexpr (kReads) copy_tile_init(kIn);
    for (uint32_t i = 0; i < count; ++i) {
        if constexpr (kReads) cb_wait_front(kIn, 1);
        cb_reserve_back(kOut, 1);
        tile_regs_acquire();
        if constexpr (kReads) copy_tile(kIn, 0, 0);
        draw(seed, first + i, a, b);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, kOut);
        tile_regs_release();
        if constexpr (kReads) cb_pop_front(kIn, 1);
        cb_push_back(kOut, 1);
    }
}
