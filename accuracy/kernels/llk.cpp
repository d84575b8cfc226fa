// One operation of the vector unit again and again; OP_HEADER and OP_CALL say which.
#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include OP_HEADER
#include "risc_common.h"

void kernel_main() {
    constexpr uint32_t kTimes = get_compile_time_arg_val(0);
    constexpr uint32_t kResult = get_compile_time_arg_val(1);
    compute_kernel_hw_startup(0, 16);
    // Its time is asked for, not its result: any set-up of the vector unit will do.
    MATH((llk_math_eltwise_unary_sfpu_init<SfpuType::unused>()));
    tile_regs_acquire();
    const uint32_t begin = get_timestamp_32b();
    for (uint32_t i = 0; i < kTimes; ++i) OP_CALL;
    MATH((*reinterpret_cast<volatile tt_l1_ptr uint32_t*>(kResult) = get_timestamp_32b() - begin));
    tile_regs_commit();
    tile_regs_wait();
    tile_regs_release();
}
