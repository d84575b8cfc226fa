// What upstream's vector functions expect around them, reduced to what their SFPI code needs. Raw
// instructions are taken out of the sources before; functions made of them are not counted.
#pragma once

#include <cmath>
#include <cstdint>

#include "sfpi.h"

using uint = unsigned;

namespace sfpi {
enum { SFPMAD_MOD1_OFFSET_NONE, SFPIADD_MOD1_CC_LT0 };
inline vFloat mad_of(Lanes a, Lanes b, Lanes c, int) {
    return vFloat(mad(a, b, c), issue_mad());
}
inline vFloat mul_of(Lanes a, Lanes b, int) {
    return vFloat(multiplied(a, b), issue_mad());
}
inline vInt iadd_of(Lanes a, int b, int) {
    issue();
    return vInt(a + std::uint32_t(b));
}
}  // namespace sfpi
#define __builtin_rvtt_sfpmad ::sfpi::mad_of
#define __builtin_rvtt_sfpmul ::sfpi::mul_of
#define __builtin_rvtt_sfpiadd_i ::sfpi::iadd_of

enum class ActivationType { Celu, Elu, Gelu, Hardtanh, Hardsigmoid };
enum class DataFormat { Float32, Float16_b, Int32 };
enum class InstrModLoadStore { DEFAULT, FP32 = 3, INT32 = 4, LO16 = 6, INT32_2S_COMP = 12 };

namespace ckernel {
enum { ADDR_MOD_6 = 6, ADDR_MOD_7 = 7 };
enum class RoundingMode { None, Trunc, Floor };
struct p_setrwc {
    enum { SET_ABD_F };
};
struct p_sfpu {
    enum { LREG0, LREG1, LREG2, LREG3, LREG4, LREG5, LREG6, LREG7, LCONST_0, LCONST_1, LTILEID };
    static constexpr uint kCONST_1_FP16B = 0x3f80;
};
struct p_exp {
    static constexpr int FRAC_BITS = 3, C23_73 = 0x4340, ADJ_EXP = 0xbd3f;
};
struct addr_mod_t {
    struct Step {
        int incr;
    };
    Step srca, srcb, dest;
    void set(int) const {}
};
template <class... T>
void load_replay_buf(T...) {}
namespace math {
template <class T>
void reset_counters(T) {}
}  // namespace math
namespace sfpu {
inline void _init_sfpu_config_reg() {}
inline void _sfpu_load_imm32_(int, unsigned) {}
inline void _sfpu_load_imm16_(int, unsigned) {}
}  // namespace sfpu
}  // namespace ckernel
namespace lltt {
template <class... T>
void record(T...) {}
template <class... T>
void replay(T...) {}
}  // namespace lltt
