// The rows of the vector unit, from the programming of the chips: what each init writes, and which
// of it each operation reads. Where two rows say the same, the init of one serves the other.
#include "device/tensix/sfpu_setup.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/fault.hpp"

namespace ironbird::device {
namespace {

using setup::Field;
using setup::Fields;

enum OnChips : std::uint8_t { kWormhole = 1, kBlackhole = 2, kBoth = 3 };
enum Setting : std::uint8_t { kOff = 1, kOn = 2, kAny = 3 };
constexpr const char kSame[] = "=";      // the operation needs all that its init leaves
constexpr const char kSameIn[] = "= *";  // and the unit's ordinary mode

struct Row {
    ib_sfpu_op op;
    std::uint8_t form;
    OnChips chip;
    Setting wide, approx;  // of the kernel: 32-bit Dst, math_approx_mode
    const char* leaves;
    const char* needs;
    const char* spoils = "registers=used";
};

// Operations that are not here need nothing, and their inits leave nothing but the ordinary mode.
// clang-format off
constexpr auto kRows = std::to_array<Row>({
    {IB_SFPU_acos, 0, kBoth, kOn, kAny, "c0=sqrt#2 c1=sqrt#2 c2=sqrt", kSame},
    {IB_SFPU_acosh, 0, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_acosh, 0, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", kSame},
    {IB_SFPU_add_rsqrt, 0, kBlackhole, kAny, kOff, "c0=sqrt#2 c1=sqrt#2 c2=sqrt", kSame},
    {IB_SFPU_add_rsqrt, 0, kBlackhole, kAny, kOn, "c0=sqrt c1=sqrt", kSame},
    {IB_SFPU_addcdiv, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_addcdiv, 0, kBlackhole, kAny, kOff, "c0=two", kSame},
    {IB_SFPU_asin, 0, kBoth, kOn, kAny, "c0=sqrt#2 c1=sqrt#2 c2=sqrt", kSame},
    {IB_SFPU_asinh, 0, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_asinh, 0, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", kSame},
    {IB_SFPU_atan, 0, kWormhole, kOff, kAny, "c=recip", kSame},
    {IB_SFPU_atan, 0, kWormhole, kOn, kAny, "c=atan", kSame},
    {IB_SFPU_atan, 0, kBlackhole, kOff, kAny, "c0=two", kSame},
    {IB_SFPU_atan, 0, kBlackhole, kOn, kAny, "c1=atan c2=atan", kSame},
    {IB_SFPU_atan2_binary, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_atan2_binary, 0, kBlackhole, kOn, kOff, "c0=two", kSame},
    {IB_SFPU_atanh, 0, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_atanh, 0, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", kSame},
    {IB_SFPU_binary_max, 0, kBoth, kAny, kAny, "macro=binary_max step=2", kSame},
    {IB_SFPU_binary_max_int32, 0, kBoth, kAny, kAny, "macro=binary_max_int32 step=2", kSame, "registers=used replay=minmax"},
    {IB_SFPU_binary_max_uint32, 0, kBoth, kAny, kAny, "macro=binary_max_uint32 step=2", kSame, "registers=used replay=minmax"},
    {IB_SFPU_binary_min, 0, kBoth, kAny, kAny, "macro=binary_min step=2", kSame},
    {IB_SFPU_binary_min_int32, 0, kBoth, kAny, kAny, "macro=binary_min_int32 step=2", kSame, "registers=used replay=minmax"},
    {IB_SFPU_binary_min_uint32, 0, kBoth, kAny, kAny, "macro=binary_min_uint32 step=2", kSame, "registers=used replay=minmax"},
    {IB_SFPU_cbrt, 0, kBoth, kAny, kAny, "c=cube_root", kSame},
    {IB_SFPU_celu, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_clamp, 0, kBoth, kAny, kAny, "", "mode=default", "c0=limit registers=used"},
    {IB_SFPU_clamp_int32, 0, kBoth, kAny, kAny, "", "mode=default", "c0=sign registers=used"},
    {IB_SFPU_cos, 0, kBoth, kAny, kAny, "c0=cosine c1=cosine c2=sine", kSame},
    {IB_SFPU_cosh, 0, kBoth, kOff, kAny, "c0=cosh c1=cosh#2 c2=cosh", kSame},
    {IB_SFPU_cosh, 0, kBoth, kOn, kAny, "c0=cosh c1=cosh c2=cosh#2", kSame},
    {IB_SFPU_cumsum, 0, kBoth, kAny, kAny, "replay=cumsum", kSame},
    {IB_SFPU_dequant, 0, kBoth, kAny, kAny, "registers=zero_point replay=dequant step=2", kSame, ""},
    {IB_SFPU_digamma, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_digamma, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_div_binary, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_div_binary, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_div_int32, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_div_int32, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_div_int32_floor, 0, kWormhole, kAny, kAny, "c=div_trunc", kSame},
    {IB_SFPU_div_int32_floor, 0, kBlackhole, kAny, kAny, "c0=div_trunc#2", kSame},
    {IB_SFPU_div_int32_trunc, 0, kWormhole, kAny, kAny, "c=div_trunc", kSame},
    {IB_SFPU_div_int32_trunc, 0, kBlackhole, kAny, kAny, "c0=div_trunc#2", kSame},
    {IB_SFPU_dropout, 0, kBoth, kAny, kAny, "random=seed", kSame},
    {IB_SFPU_elu, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_ema, 0, kBoth, kAny, kAny, "registers=ema.alpha_beta", kSame, ""},
    {IB_SFPU_eq_binary, 0, kWormhole, kAny, kAny, "step=2", kSameIn},
    {IB_SFPU_eq_binary, 0, kBlackhole, kAny, kAny, "step=2", kSame},
    {IB_SFPU_eq_int, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_eqz, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_eqz_int32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_eqz_uint16, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_eqz_uint32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_erf, 0, kWormhole, kAny, kAny, "c=recip", kSameIn},
    {IB_SFPU_erf, 0, kBlackhole, kAny, kAny, "c0=two", kSameIn},
    {IB_SFPU_erf, 1, kWormhole, kAny, kAny, "c=recip", kSameIn},
    {IB_SFPU_erf, 1, kBlackhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_erfc, 0, kWormhole, kAny, kAny, "c=recip", kSameIn},
    {IB_SFPU_erfc, 0, kBlackhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_erfinv, 0, kBoth, kAny, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_exp, 0, kWormhole, kOff, kAny, "c0=exp.21f c1=exp.21f", kSameIn, "registers=used replay=exp_21f_bf16_tti"},
    {IB_SFPU_exp, 0, kWormhole, kOn, kAny, "c=recip", ""},
    {IB_SFPU_exp, 0, kBlackhole, kOff, kAny, "c0=exp.21f c1=exp.21f step=2", kSameIn, "registers=used replay=exp_21f_bf16_tti"},
    {IB_SFPU_exp, 0, kBlackhole, kOn, kAny, "c0=two", ""},
    {IB_SFPU_exp, 1, kBoth, kAny, kAny, "c=exp.fast.clamp macro=exp.fast.clamp", kSame},
    {IB_SFPU_exp, 2, kBoth, kAny, kAny, "c=exp.fast.noclamp replay=exp.fast.noclamp macro=exp.fast.noclamp slots=exp.fast.noclamp", kSame},
    {IB_SFPU_exp2, 0, kBoth, kOff, kAny, "", "mode=default"},
    {IB_SFPU_exp2, 0, kBoth, kOn, kAny, "c=exp2", kSame},
    {IB_SFPU_expm1, 0, kBoth, kOff, kAny, "c0=cosh c1=cosh#2 c2=sinh", kSame},
    {IB_SFPU_expm1, 0, kBoth, kOn, kAny, "c0=cosh c1=cosh c2=sinh#2", kSame},
    {IB_SFPU_fmod, 0, kBoth, kAny, kAny, "c0=fmod c1=fmod", kSame},
    {IB_SFPU_fmod_binary, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_fmod_binary, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_fmod_int32, 0, kWormhole, kAny, kAny, "c=div_trunc", kSame},
    {IB_SFPU_fmod_int32, 0, kBlackhole, kAny, kAny, "c0=div_trunc#2", kSame},
    {IB_SFPU_gcd, 0, kBoth, kAny, kAny, "replay=gcd slots=gcd", kSameIn},
    {IB_SFPU_ge_binary, 0, kWormhole, kAny, kAny, "step=2", kSameIn},
    {IB_SFPU_ge_binary, 0, kBlackhole, kAny, kAny, "step=2", kSame},
    {IB_SFPU_ge_int, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_gelu, 0, kWormhole, kOn, kAny, "c=recip", kSameIn},
    {IB_SFPU_gelu, 0, kBlackhole, kOn, kAny, "c0=two", kSameIn},
    {IB_SFPU_gelu, 1, kBoth, kAny, kAny, "c0=gelu registers=lut.gelu", kSame, ""},
    {IB_SFPU_gelu_derivative, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_gelu_derivative, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_gelu_tanh, 0, kBoth, kAny, kAny, "c0=tanh#2 c1=cosh#2 c2=sinh#2", kSame},
    {IB_SFPU_gez, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_gez_int32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_gt_binary, 0, kWormhole, kAny, kAny, "step=2", kSameIn},
    {IB_SFPU_gt_binary, 0, kBlackhole, kAny, kAny, "step=2", kSame},
    {IB_SFPU_gt_int, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_gtz, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_gtz_int32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_hardmish, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_hardsigmoid, 0, kBoth, kAny, kAny, "c0=hardsigmoid c1=hardsigmoid", kSame},
    {IB_SFPU_hardtanh, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_i1, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_i1, 0, kBlackhole, kAny, kOff, "c0=two", kSame},
    {IB_SFPU_isclose_binary, 0, kBoth, kAny, kAny, "c0=isclose", kSame},
    {IB_SFPU_lcm, 0, kBoth, kAny, kAny, "c0=lcm c1=lcm replay=gcd slots=gcd", kSameIn},
    {IB_SFPU_le_binary, 0, kWormhole, kAny, kAny, "step=2", kSameIn},
    {IB_SFPU_le_binary, 0, kBlackhole, kAny, kAny, "step=2", kSame},
    {IB_SFPU_le_int, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_lez, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_lez_int32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_lgamma_stirling, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_lgamma_stirling, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_lgamma_stirling_float, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_lgamma_stirling_float, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_log, 0, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_log, 0, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", kSame},
    {IB_SFPU_log1p, 0, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_log1p, 0, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", kSame},
    {IB_SFPU_log_with_base, 0, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", kSame},
    {IB_SFPU_log_with_base, 0, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", kSame},
    {IB_SFPU_log_with_base, 1, kBoth, kOff, kAny, "c0=log#2 c1=log#3 c2=log#2", "c1=log#3 c2=log#2"},
    {IB_SFPU_log_with_base, 1, kBoth, kOn, kAny, "c0=log#2 c1=log c2=log#3", "c1=log c2=log#3"},
    {IB_SFPU_lt_binary, 0, kWormhole, kAny, kAny, "step=2", kSameIn},
    {IB_SFPU_lt_binary, 0, kBlackhole, kAny, kAny, "step=2", kSame},
    {IB_SFPU_lt_int, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_ltz, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_ltz_int32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_mac, 0, kBoth, kOff, kAny, "replay=mac.0 step=2", kSame},
    {IB_SFPU_mac, 0, kBoth, kOn, kAny, "replay=mac.1 step=2", kSame},
    {IB_SFPU_max_reduce_with_indices, 0, kBoth, kAny, kAny, "replay=max_indices mode=indices", kSame},
    {IB_SFPU_mish, 0, kWormhole, kOff, kAny, "c=recip", kSameIn},
    {IB_SFPU_mish, 0, kWormhole, kOn, kAny, "c=recip", kSame},
    {IB_SFPU_mish, 0, kBlackhole, kOff, kAny, "c0=two", kSameIn},
    {IB_SFPU_mish, 0, kBlackhole, kOn, kAny, "c0=two", kSame},
    {IB_SFPU_mish, 1, kWormhole, kAny, kAny, "c=recip", kSameIn},
    {IB_SFPU_mish, 1, kBlackhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_mul_int, 0, kWormhole, kAny, kAny, "c=mul_int32 step=2", kSame},
    {IB_SFPU_mul_int, 0, kBlackhole, kAny, kAny, "macro=mul_int32 step=2", kSame},
    {IB_SFPU_mul_int, 1, kWormhole, kAny, kAny, "c0=mul_int c1=mul_int macro=mul_int step=2", kSame},
    {IB_SFPU_mul_int, 1, kBlackhole, kAny, kAny, "macro=mul_int step=2", kSame},
    {IB_SFPU_ne_binary, 0, kWormhole, kAny, kAny, "step=2", kSameIn},
    {IB_SFPU_ne_binary, 0, kBlackhole, kAny, kAny, "step=2", kSame},
    {IB_SFPU_ne_int, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_nez, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_nez_int32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_nez_uint16, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_nez_uint32, 0, kBoth, kAny, kAny, "step=2", ""},
    {IB_SFPU_polygamma, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_polygamma, 0, kBlackhole, kAny, kOff, "c0=two", kSame},
    {IB_SFPU_power, 0, kBoth, kOff, kAny, "c0=xielu c1=unary_pow c2=unary_pow", kSame},
    {IB_SFPU_power, 0, kBoth, kOn, kAny, "c0=xielu c1=unary_pow c2=unary_pow", "c0=xielu c2=unary_pow mode=default"},
    {IB_SFPU_power_binary, 0, kBoth, kAny, kAny, "c0=cosh c1=unary_pow", kSame},
    {IB_SFPU_quant, 0, kBoth, kAny, kAny, "registers=zero_point replay=quant step=2", kSame, ""},
    {IB_SFPU_rand, 0, kWormhole, kAny, kAny, "step=2 random=seed", kSame, "c0=rand c1=rand registers=used replay=rand slots=rand"},
    {IB_SFPU_rand, 0, kBlackhole, kAny, kAny, "step=2 random=seed", kSame, "registers=used replay=rand slots=rand"},
    {IB_SFPU_rdiv, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_rdiv, 0, kBlackhole, kAny, kOff, "c0=two", kSame},
    {IB_SFPU_recip, 0, kBlackhole, kAny, kAny, "step=2", ""},
    {IB_SFPU_recip, 1, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_recip, 1, kBlackhole, kAny, kOn, "c0=two macro=recip.7b step=2", kSame},
    {IB_SFPU_recip, 1, kBlackhole, kOff, kOff, "c0=two macro=recip.8b_3c step=2", kSame},
    {IB_SFPU_recip, 1, kBlackhole, kOn, kOff, "c0=two replay=recip.24b_5c macro=recip.24b_5c step=2", kSame},
    {IB_SFPU_relu, 0, kWormhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_relu_int32, 0, kWormhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_relu_max_uint32, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_relu_min, 0, kWormhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_relu_min_uint32, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_remainder, 0, kBoth, kAny, kAny, "c0=fmod c1=fmod", kSame},
    {IB_SFPU_remainder_binary, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_remainder_binary, 0, kBlackhole, kAny, kAny, "c0=two", kSame},
    {IB_SFPU_remainder_int32, 0, kWormhole, kAny, kAny, "c=div_trunc", kSame},
    {IB_SFPU_remainder_int32, 0, kBlackhole, kAny, kAny, "c0=div_trunc#2", kSame},
    {IB_SFPU_remainder_scalar_uint32, 0, kWormhole, kAny, kAny, "c=div_trunc", kSame},
    {IB_SFPU_remainder_scalar_uint32, 0, kBlackhole, kAny, kAny, "c0=div_trunc#2", kSame},
    {IB_SFPU_remainder_uint32, 0, kWormhole, kAny, kAny, "c=div_trunc", kSame},
    {IB_SFPU_remainder_uint32, 0, kBlackhole, kAny, kAny, "c0=div_trunc#2", kSame},
    {IB_SFPU_requant, 0, kBoth, kAny, kAny, "registers=zero_point replay=requant step=2", kSame, ""},
    {IB_SFPU_rpow, 0, kBoth, kAny, kAny, "c0=cosh c1=unary_pow", kSame},
    {IB_SFPU_rsqrt, 1, kBoth, kAny, kOff, "c0=sqrt#2 c1=sqrt#2 c2=sqrt", kSame},
    {IB_SFPU_rsqrt, 1, kBoth, kAny, kOn, "c0=sqrt c1=sqrt", kSame},
    {IB_SFPU_selu, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_sfpu_add_top_row, 0, kWormhole, kAny, kAny, "replay=add_top_row", kSame},
    {IB_SFPU_sfpu_bcast, 0, kBoth, kAny, kAny, "replay=broadcast", kSame},
    {IB_SFPU_sfpu_reduce, 0, kBoth, kAny, kAny, "replay=reduce.SUM.Float32", kSame},
    {IB_SFPU_sfpu_reduce, 1, kBoth, kAny, kAny, "replay=reduce.SUM.Int32", kSame},
    {IB_SFPU_sfpu_reduce, 2, kBoth, kOff, kAny, "replay=reduce.SUM.UInt16", kSame},
    {IB_SFPU_sfpu_reduce, 2, kBoth, kOn, kAny, "c0=reduce.SUM.UInt16 replay=reduce.SUM.UInt16", kSame},
    {IB_SFPU_sfpu_reduce, 3, kBoth, kAny, kAny, "c0=reduce.AVG.Float32 replay=reduce.AVG.Float32", kSame},
    {IB_SFPU_sfpu_reduce, 4, kBoth, kAny, kAny, "c0=reduce.AVG.Int32 replay=reduce.AVG.Int32", kSame},
    {IB_SFPU_sfpu_reduce, 5, kBoth, kAny, kAny, "c0=reduce.AVG.UInt16 replay=reduce.AVG.UInt16", kSame},
    {IB_SFPU_sfpu_reduce, 6, kBoth, kAny, kAny, "replay=reduce.MAX.Float32 macro=reduce.MAX.Float32 step=reduce steps=reduce.MAX.Float32", kSameIn},
    {IB_SFPU_sfpu_reduce, 7, kBoth, kAny, kAny, "replay=reduce.MAX.Int32", kSameIn},
    {IB_SFPU_sfpu_reduce, 8, kBoth, kOff, kAny, "replay=reduce.MAX.UInt16 macro=reduce.MAX.UInt16 step=reduce steps=reduce.MAX.UInt16", kSameIn},
    {IB_SFPU_sfpu_reduce, 8, kBoth, kOn, kAny, "c0=reduce.MAX.UInt16 replay=reduce.MAX.UInt16", kSameIn},
    {IB_SFPU_sigmoid, 0, kWormhole, kOff, kAny, "c=recip", kSameIn},
    {IB_SFPU_sigmoid, 0, kWormhole, kOn, kAny, "c=recip", kSame},
    {IB_SFPU_sigmoid, 0, kBlackhole, kOff, kAny, "c0=two", kSameIn},
    {IB_SFPU_sigmoid, 0, kBlackhole, kOn, kAny, "c0=two", kSame},
    {IB_SFPU_sigmoid, 1, kBoth, kAny, kAny, "registers=lut.sigmoid_appx", kSame, ""},
    {IB_SFPU_signbit, 0, kBoth, kAny, kAny, "macro=signbit step=2", kSame},
    {IB_SFPU_signbit_int32, 0, kBoth, kAny, kAny, "macro=signbit_int32 step=2", kSame},
    {IB_SFPU_silu, 0, kWormhole, kOff, kAny, "c=recip", kSameIn},
    {IB_SFPU_silu, 0, kWormhole, kOn, kAny, "c=recip", kSame},
    {IB_SFPU_silu, 0, kBlackhole, kOff, kAny, "c0=two", kSameIn},
    {IB_SFPU_silu, 0, kBlackhole, kOn, kAny, "c0=two", kSame},
    {IB_SFPU_sin, 0, kBoth, kAny, kAny, "c=sine", kSame},
    {IB_SFPU_sinh, 0, kBoth, kOff, kAny, "c0=cosh c1=cosh#2 c2=sinh", kSame},
    {IB_SFPU_sinh, 0, kBoth, kOn, kAny, "c0=cosh c1=cosh c2=sinh#2", kSame},
    {IB_SFPU_situ_glu, 0, kBlackhole, kAny, kAny, "c=tanh", kSameIn},
    {IB_SFPU_snake_beta, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_snake_beta, 0, kBlackhole, kAny, kOff, "c0=two", kSame},
    {IB_SFPU_softcap, 0, kBlackhole, kAny, kAny, "c=tanh", kSameIn},
    {IB_SFPU_softplus, 0, kBoth, kAny, kAny, "", "mode=default"},
    {IB_SFPU_softshrink, 0, kWormhole, kAny, kAny, "", "mode=default"},
    {IB_SFPU_softsign, 0, kWormhole, kAny, kAny, "c=recip", kSame},
    {IB_SFPU_softsign, 0, kBlackhole, kAny, kOff, "c0=two", kSame},
    {IB_SFPU_sqrt, 0, kBoth, kAny, kOff, "c0=sqrt#2 c1=sqrt#2 c2=sqrt", kSame},
    {IB_SFPU_sqrt, 0, kBoth, kAny, kOn, "c0=sqrt c1=sqrt", kSame},
    {IB_SFPU_tan, 0, kBoth, kAny, kAny, "c0=cosine c1=cosine c2=tangent", kSame},
    {IB_SFPU_tanh, 0, kBoth, kOff, kAny, "c=tanh", kSameIn},
    {IB_SFPU_tanh, 0, kBoth, kOn, kAny, "c0=tanh#2 c1=cosh#2 c2=sinh#2", kSame},
    {IB_SFPU_tanh, 1, kBoth, kAny, kAny, "registers=lut.tanh", kSame, ""},
    {IB_SFPU_tanhshrink, 0, kBoth, kOff, kAny, "", "mode=default"},
    {IB_SFPU_tanhshrink, 0, kWormhole, kOn, kAny, "c=recip", kSameIn},
    {IB_SFPU_tanhshrink, 0, kBlackhole, kOn, kAny, "c0=two", kSameIn},
    {IB_SFPU_topk_local_sort, 0, kBoth, kAny, kAny, "step=32 mode=indices", kSame, "registers=used replay=topk slots=topk"},
    {IB_SFPU_topk_merge, 0, kBoth, kAny, kAny, "step=32 mode=indices", "mode=indices"},
    {IB_SFPU_topk_rebuild, 0, kBoth, kAny, kAny, "step=32 mode=indices", kSame, "registers=used replay=topk slots=topk"},
    {IB_SFPU_topk_rebuild, 1, kBoth, kAny, kAny, "step=32 mode=indices", kSame, "registers=used replay=topk slots=topk"},
    {IB_SFPU_typecast, 0, kBoth, kAny, kAny, "step=2", kSame},
    {IB_SFPU_typecast, 1, kBoth, kOff, kAny, "macro=fp32_to_uint16 step=2", kSame},
    {IB_SFPU_typecast, 1, kWormhole, kOn, kAny, "macro=fp32_to_uint16 step=2", "step=2 mode=default", "registers=used macro=off"},
    {IB_SFPU_typecast, 1, kBlackhole, kOn, kAny, "macro=fp32_to_uint16 step=2", "step=2 mode=default"},
    {IB_SFPU_typecast, 2, kBoth, kAny, kAny, "c0=fp32_to_uint8 step=2", kSame},
    {IB_SFPU_typecast, 3, kBoth, kAny, kAny, "c=fp32_to_fp16b step=2", kSame},
    {IB_SFPU_typecast, 4, kBoth, kAny, kAny, "macro=uint16_to_fp16b step=2", kSame},
    {IB_SFPU_typecast, 5, kBoth, kOff, kAny, "macro=uint16_to_fp32 step=2", kSame},
    {IB_SFPU_typecast, 5, kWormhole, kOn, kAny, "macro=uint16_to_fp32 step=2", "step=2", "registers=used macro=off"},
    {IB_SFPU_typecast, 5, kBlackhole, kOn, kAny, "macro=uint16_to_fp32 step=2", "step=2"},
    {IB_SFPU_typecast, 6, kBoth, kOff, kAny, "macro=uint16_to_uint32 step=2", kSame},
    {IB_SFPU_typecast, 6, kWormhole, kOn, kAny, "macro=uint16_to_uint32 step=2", "step=2", "registers=used macro=off"},
    {IB_SFPU_typecast, 6, kBlackhole, kOn, kAny, "macro=uint16_to_uint32 step=2", "step=2"},
    {IB_SFPU_typecast, 7, kBoth, kAny, kAny, "c0=fp32_to_uint8 c1=uint_to_uint8 step=2", kSame},
    {IB_SFPU_typecast, 8, kBoth, kAny, kAny, "c0=fp32_to_uint8 c1=uint_to_uint8 step=2", "c0=fp32_to_uint8 step=2"},
    {IB_SFPU_typecast, 9, kBoth, kAny, kAny, "c0=sign_fixup macro=uint32_to_fp16b step=2", kSame},
    {IB_SFPU_typecast, 10, kBoth, kAny, kAny, "c0=sign_fixup macro=uint32_to_fp32 step=2", kSame},
    {IB_SFPU_typecast, 11, kBoth, kAny, kAny, "c0=sign_fixup macro=int32_to_fp16b step=2", kSame},
    {IB_SFPU_typecast, 12, kBoth, kAny, kAny, "c0=sign_fixup macro=int32_to_fp32 step=2", kSame},
    {IB_SFPU_typecast, 13, kBoth, kAny, kAny, "macro=int32_to_uint16 step=2", kSame},
    {IB_SFPU_unary_max, 0, kBoth, kAny, kAny, "macro=unary_max step=2", kSame, "c0=limit registers=used"},
    {IB_SFPU_unary_max_int32, 0, kBoth, kAny, kAny, "macro=unary_max_int32 step=2", kSameIn, "c0=sign registers=used"},
    {IB_SFPU_unary_max_uint32, 0, kBoth, kAny, kAny, "macro=unary_max_uint32 step=2", kSameIn, "c0=sign registers=used"},
    {IB_SFPU_unary_min, 0, kBoth, kAny, kAny, "macro=unary_min step=2", kSame, "c0=limit registers=used"},
    {IB_SFPU_unary_min_int32, 0, kBoth, kAny, kAny, "macro=unary_min_int32 step=2", kSameIn, "c0=sign registers=used"},
    {IB_SFPU_unary_min_uint32, 0, kBoth, kAny, kAny, "macro=unary_min_uint32 step=2", kSameIn, "c0=sign registers=used"},
    {IB_SFPU_welford_clear, 0, kBoth, kAny, kAny, "registers=welford.state replay=welford", "", "registers=welford.state"},
    {IB_SFPU_welford_restore, 0, kBoth, kAny, kAny, "", kSame, "registers=welford.state"},
    {IB_SFPU_welford_row, 0, kBoth, kAny, kAny, "registers=welford.state replay=welford", kSame, ""},
    {IB_SFPU_welford_save, 0, kBoth, kAny, kAny, "registers=welford.state replay=welford", "registers=welford.state", ""},
    {IB_SFPU_welford_to_face, 0, kBoth, kAny, kAny, "registers=welford.state replay=welford", "registers=welford.state", ""},
    {IB_SFPU_welford_to_row, 0, kBoth, kAny, kAny, "registers=welford.state replay=welford", "registers=welford.state", ""},
    {IB_SFPU_where, 0, kBoth, kAny, kAny, "macro=where step=2", kSame, "registers=used replay=where"},
    {IB_SFPU_xielu, 0, kBoth, kAny, kAny, "c=xielu", kSameIn},
    {IB_SFPU_xlogy_binary, 0, kBoth, kAny, kAny, "c0=log c1=log#2 c2=log", kSame},
});
// clang-format on

struct Name {
    std::string_view text;
    Field field;
};
constexpr Name kNames[] = {
    {"c0", {0, 8}},         {"c1", {8, 8}},      {"c2", {16, 8}},
    {"registers", {24, 8}}, {"replay", {32, 8}}, {"macro", {40, 8}},
    {"step", {48, 4}},      {"mode", {52, 4}},   {"random", {56, 4}},
};

template <class See>
void each(std::string_view text, See see) {
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), item.size() + 1));
        const std::size_t at = item.find('=');
        see(item.substr(0, at), item.substr(at + 1));
    }
}

// What is written into the matrix unit: recorded instructions past the sixteenth, steps.
Fields math_fields(const char* text) {
    Fields all;
    each(text, [&](std::string_view name, std::string_view) {
        if (name == "slots")
            all = all | setup::set(setup::math::kReplay, setup::math::kReplayOther);
        if (name == "steps") all = all | setup::set(setup::math::kAddress, setup::math::kByVector);
    });
    return all;
}

// Labels as numbers, in the order in which the rows name them.
class Labels {
    // Before the members that are made with them.
    std::map<std::pair<std::uint8_t, std::string_view>, std::uint64_t> known_;
    std::array<std::uint64_t, 16> count_{};

 public:
    Fields fields(std::string_view text) {
        Fields all;
        each(text, [&](std::string_view name, std::string_view label) {
            for (const Name& n : kNames)
                if (n.text == name || (name == "c" && n.text.starts_with('c')))
                    all = all | setup::set(n.field, number(n.field, label));
        });
        return all;
    }

    SfpuSetup row(const Row& r) {
        const std::string_view needs = r.needs;
        Fields need = fields(needs.starts_with('=') ? r.leaves : r.needs);
        if (needs == kSameIn) need = need | ordinary;
        // An init always sets the mode, to the ordinary one unless its row says otherwise.
        Fields leaves = fields(r.leaves);
        if ((leaves.mask & ordinary.mask) == 0) leaves = leaves | ordinary;
        return {leaves, need, fields(r.spoils), math_fields(r.leaves), math_fields(r.spoils)};
    }

    const Fields ordinary = fields("mode=default"), used = fields("registers=used");

 private:
    std::uint64_t number(Field f, std::string_view label) {
        std::uint64_t& n = known_[{f.shift, label}];
        if (n == 0) n = ++count_[f.shift / 4u];
        invariant(n < (1u << f.bits) - 1, "a field has a number for each of its labels");
        return n;
    }
};

}  // namespace

struct SfpuSetups::Build {
    Labels labels;
};

SfpuSetups::SfpuSetups(Build& build, tile::Silicon silicon, bool wide, bool approx)
    : places_(IB_SFPU_COUNT),
      plain_{build.labels.ordinary, {}, build.labels.used, {}, {}},
      any_{setup::unknown({0, ~std::uint64_t{0}}), {}, setup::unknown(build.labels.used), {}, {}} {
    const OnChips chip = silicon == tile::Silicon::blackhole ? kBlackhole : kWormhole;
    for (const Row& r : kRows) places_[r.op].forms = std::max(places_[r.op].forms, r.form + 1u);
    for (Place& p : places_) {
        p.first = static_cast<std::uint32_t>(rows_.size());
        rows_.resize(rows_.size() + p.forms, plain_);
    }
    for (const Row& r : kRows)
        if ((r.chip & chip) != 0 && (r.wide & (wide ? kOn : kOff)) != 0 &&
            (r.approx & (approx ? kOn : kOff)) != 0)
            rows_[places_[r.op].first + r.form] = build.labels.row(r);
}

const SfpuSetups& SfpuSetups::of(tile::Silicon silicon, bool wide, bool approx) {
    static const std::array<SfpuSetups, 8> all = [] {
        Build build;
        const auto on = [&](tile::Silicon s, int i) {
            return SfpuSetups(build, s, (i & 1) != 0, (i & 2) != 0);
        };
        constexpr auto kOld = tile::Silicon::wormhole, kNew = tile::Silicon::blackhole;
        return std::array{on(kOld, 0), on(kOld, 1), on(kOld, 2), on(kOld, 3),
                          on(kNew, 0), on(kNew, 1), on(kNew, 2), on(kNew, 3)};
    }();
    return all[(silicon == tile::Silicon::blackhole ? 4u : 0u) + (wide ? 1u : 0u) +
               (approx ? 2u : 0u)];
}

}  // namespace ironbird::device
