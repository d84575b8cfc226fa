// Fused operators on the vector unit: a page is a tile, and PIPER_TILE what is done to tile 0 of
// Dst.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/log1p.h"
#include "api/compute/eltwise_unary/typecast.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"
#ifdef TRISC_MATH  // the other processors are compiled once for all operators
#include "sfpi.h"

namespace {

// A face: eight vectors.
inline void replace_nan_in_face(uint32_t by) {
    using namespace sfpi;
    for (int row = 0; row < 8; row++) {
        vFloat x = dst_reg[0];
        const vInt magnitude = reinterpret<vInt>(x) & 0x7fffffff;
        v_if(magnitude > 0x7f800000) {
            x = reinterpret<vFloat>(vInt(static_cast<int32_t>(by)));
        }
        v_endif;
        dst_reg[0] = x;
        dst_reg++;
    }
}

[[maybe_unused]] inline void replace_nan_tile(uint32_t dst, [[maybe_unused]] uint32_t by) {
    MATH((_llk_math_eltwise_unary_sfpu_params_<false>(replace_nan_in_face, dst,
                                                      static_cast<int>(VectorMode::RC), by)));
}

template <DataFormat from>
[[maybe_unused]] inline void to_float_tile(uint32_t dst) {
    constexpr auto in = static_cast<uint32_t>(from),
                   out = static_cast<uint32_t>(DataFormat::Float32);
    typecast_tile_init<in, out>();
    typecast_tile<in, out>(dst);
}

}  // namespace
#endif

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
    const uint32_t count = get_arg_val<uint32_t>(0);
    unary_op_init_common(in, out);
    copy_tile_init(in);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(in, 1);
        cb_reserve_back(out, 1);
        tile_regs_acquire();
        copy_tile(in, 0, 0);
#ifdef TRISC_MATH
        PIPER_TILE;
#endif
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, out);
        tile_regs_release();
        cb_pop_front(in, 1);
        cb_push_back(out, 1);
    }
}
