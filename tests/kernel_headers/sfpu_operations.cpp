// Every header of the vector unit's operations in one kernel, in the spellings of 2026 and of 2025.
#include <ironbird/prelude.h>
#define IB_FP32_DEST_ACC 1
#include <ironbird/kernel_begin.h>

#include "api/compute/add_int_sfpu.h"
#include "api/compute/atan2.h"
#include "api/compute/binary_bitwise_sfpu.h"
#include "api/compute/binary_comp.h"
#include "api/compute/binary_fmod.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/binary_remainder.h"
#include "api/compute/binary_shift.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/cumsum.h"
#include "api/compute/div_int32_floor.h"
#include "api/compute/div_int32_sfpu.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/activations.h"
#include "api/compute/eltwise_unary/addcdiv.h"
#include "api/compute/eltwise_unary/addcmul.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/bitwise.h"
#include "api/compute/eltwise_unary/bitwise_not.h"
#include "api/compute/eltwise_unary/cbrt.h"
#include "api/compute/eltwise_unary/clamp.h"
#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/digamma.h"
#include "api/compute/eltwise_unary/dropout.h"
#include "api/compute/eltwise_unary/elu.h"
#include "api/compute/eltwise_unary/erf_erfc.h"
#include "api/compute/eltwise_unary/erfinv.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/fmod.h"
#include "api/compute/eltwise_unary/gelu.h"
#include "api/compute/eltwise_unary/hardmish.h"
#include "api/compute/eltwise_unary/hardtanh.h"
#include "api/compute/eltwise_unary/i0.h"
#include "api/compute/eltwise_unary/i1.h"
#include "api/compute/eltwise_unary/identity.h"
#include "api/compute/eltwise_unary/isinf_isnan.h"
#include "api/compute/eltwise_unary/lerp.h"
#include "api/compute/eltwise_unary/lgamma.h"
#include "api/compute/eltwise_unary/log1p.h"
#include "api/compute/eltwise_unary/logical_not.h"
#include "api/compute/eltwise_unary/mac.h"
#include "api/compute/eltwise_unary/mish.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/eltwise_unary/polygamma.h"
#include "api/compute/eltwise_unary/prelu.h"
#include "api/compute/eltwise_unary/rand.h"
#include "api/compute/eltwise_unary/rdiv.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/eltwise_unary/relu.h"
#include "api/compute/eltwise_unary/remainder.h"
#include "api/compute/eltwise_unary/reverseops.h"
#include "api/compute/eltwise_unary/rounding.h"
#include "api/compute/eltwise_unary/rpow.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "api/compute/eltwise_unary/rsub.h"
#include "api/compute/eltwise_unary/selu.h"
#include "api/compute/eltwise_unary/sfpu_int_sum.h"
#include "api/compute/eltwise_unary/sfpu_split_includes.h"
#include "api/compute/eltwise_unary/shift.h"
#include "api/compute/eltwise_unary/snake_beta.h"
#include "api/compute/eltwise_unary/softcap.h"
#include "api/compute/eltwise_unary/softplus.h"
#include "api/compute/eltwise_unary/sqrt.h"
#include "api/compute/eltwise_unary/tanh_derivative.h"
#include "api/compute/eltwise_unary/tanhshrink.h"
#include "api/compute/eltwise_unary/threshold.h"
#include "api/compute/eltwise_unary/trigonometry.h"
#include "api/compute/eltwise_unary/typecast.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/eltwise_unary/xielu.h"
#include "api/compute/ema.h"
#include "api/compute/gcd.h"
#include "api/compute/isclose.h"
#include "api/compute/lcm.h"
#include "api/compute/logsigmoid.h"
#include "api/compute/mask.h"
#include "api/compute/mul_int_sfpu.h"
#include "api/compute/quantization.h"
#include "api/compute/reshuffle.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/situ_glu.h"
#include "api/compute/sub_int_sfpu.h"
#include "api/compute/welford.h"
#include "api/compute/xlogy.h"

void kernel_main() {
    // 2026
    exp_tile_init<true, 0x3f000000, InputClamping::None>();
    exp_tile<true, false, InputClamping::None, 4>(0, VectorMode::C);
    exp_tile(0);
    exp_packthread_tile<false, true>(0, VectorMode::RC, 0x3f80);
    sigmoid_tile<VectorMode::R, true>(0);
    recip_tile<false>(1, VectorMode::R);
    bitwise_and_tile<DataFormat::UInt16>(0, 3);
    binary_max_tile(0, 1, 2, VectorMode::C);
    add_binary_tile<DstRoundingMode::NearestEven>(0, 1, 2);
    typecast_tile_init<uint32_t(DataFormat::Float32), uint32_t(DataFormat::UInt16)>();
    typecast_tile<uint32_t(DataFormat::Float32), uint32_t(DataFormat::UInt16)>(0);
    rdiv_tile<RoundingMode::Floor>(0, 1);
    fmod_tile_init(0, 1);
    fmod_tile(0);
    where_tile<DataFormat::Int32>(0, 1, 2, 3);
    copy_dest_values<DataFormat::Float32>(0, 1);
    mish_tile<false>(0);
    rsqrt_tile<true, false>(0);
    welford_init<WelfordInitMode::PreserveStats>();
    welford_update<0>(0, 0, {});
    std::array<uint32_t, 2> shares = {0x3f800000, 0x3f000000};
    welford_update_rows(0, 0, 0, 2, shares);
    welford_finalize_to_face(0, 1, 1, shares);
    topk_local_sort<true>(0, 1, 5);
    sfpu_reduce<PoolType::MAX, DataFormat::Int32, ReduceDim::REDUCE_ROW>(0, 2, 1);
    max_reduce_with_indices<32, ckernel::DataLayout::ROW_MAJOR, true>(0, 2, 1);
    // as hosts write them into defines
    exp_tile_init<1u>();
    exp_tile<1u>(0);
    gelu_tile<0u>(0);
    hardmish_tile<1u>(0);
    log_with_base_tile<1u, true>(0, 0x3fb8aa3bu);
    isclose_binary_tile<(bool)1>(0, 1, 2, 3u, 4u);
    mac_tile_init<DataFormat::Float32>();
    // 2025
    exp_tile_init<true, true, 0x3f000000>();
    exp_tile<true, true, true, false, 4>(0, (int)VectorMode::C, 0x3f80);
    sigmoid_tile<(int)VectorMode::RC, false>(0);
    recip_tile(1, (int)VectorMode::R);
    max_tile(0, 1, (int)VectorMode::RC);
    bitwise_and_tile(0, 3);
    left_shift_tile(0, 3);
    typecast_tile_init();
    fmod_tile(0, 0, 1);
    fill_tile_int(0, 7);
    mul_int_tile_init();
    add_int32_tile(0, 1, 2);
    where_fp32_tile(0, 1, 2, 3);
    logical_not_unary_tile(0);
    floor_tile_float32(0);
    copy_dest_values(0, 1);
    log_tile<true>(0);
    binary_left_shift_uint32_tile<false>(0, 1, 2);
}
#include <ironbird/kernel_end.h>
