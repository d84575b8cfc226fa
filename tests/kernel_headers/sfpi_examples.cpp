// Hand-written vector code: upstream's two examples of 2026, and one as kernels of 2025 had it.
#include <ironbird/prelude.h>
#define IB_FP32_DEST_ACC 0
#include <ironbird/kernel_begin.h>

#include "api/compute/common.h"
#include "experimental/llk_sfpu/ckernel_sfpu_custom_add.h"
#include "experimental/llk_sfpu/ckernel_sfpu_sdpa.h"
#include "experimental/llk_sfpu/ckernel_sfpu_smoothstep.h"

inline void halve_negative(float by) {
    using namespace sfpi;
    for (int row = 0; row < 8; row++) {
        vFloat x = dst_reg[0];
        v_if(x < 0.0f) {
            x = x * by;
        }
        v_elseif(x == vConst1) {
            x = vConst0;
        }
        v_endif;
        dst_reg[0] = x;
        dst_reg++;
    }
}

void kernel_main() {
    MATH(SFPU_UNARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC_MODE, DST_ACCUM_MODE, smoothstep_tile_face, 0,
                                          VectorMode::RC, 0.0f, 1.0f, 1.0f));
    MATH(SFPU_BINARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC_MODE, DST_ACCUM_MODE, my_add_tile_face, 0, 1, 0,
                                           VectorMode::RC));
    MATH(SFPU_UNARY_CALL(DST_SYNC_MODE, DST_ACCUM_MODE, calculate_recip_first_column, (true), 0,
                         VectorMode::C));
    MATH((
        _llk_math_eltwise_unary_sfpu_params_<false>(halve_negative, 0, (int)VectorMode::RC, 0.5f)));
}
#include <ironbird/kernel_end.h>
