// The exponential of numbers that are not above zero, for results of 16 bits: half as long as the
// vector unit's own in 32 bits. With x = (n + f) ln 2 it is 2^n by the exponent's bits and 2^f by a
// polynomial for |f| up to a half, within 1.1e-4; exact at 0, and nothing below e^-88.
#pragma once

#include "api/compute/common.h"
#include "sfpi.h"

namespace exponential {

// Added to a number it leaves the nearest whole one in the low bits.
constexpr float kRounds = 12582912.0f;
constexpr float kLowest = -88.0f;

inline void set_constants() {
    sfpi::vConstFloatPrgm0 = 1.44269504f;
    sfpi::vConstFloatPrgm1 = kRounds;
    sfpi::vConstFloatPrgm2 = 0.693282961f;
}

inline sfpi::vFloat with_whole_powers(const sfpi::vFloat& power, const sfpi::vFloat& rounded) {
    return sfpi::as<sfpi::vFloat>(sfpi::as<sfpi::vInt>(power) +
                                  sfpi::shft(sfpi::as<sfpi::vInt>(rounded), 23));
}

// Two rows in step: neither waits for its own multiply-add.
inline void face() {
    using namespace sfpi;
    const vFloat cubic = 0.0550091304f, square = 0.242211462f;
    for (int row = 0; row < 8; row += 2) {
        vFloat x = max(vFloat(dst_reg[row]), kLowest);
        vFloat y = max(vFloat(dst_reg[row + 1]), kLowest);
        const vFloat m = x * vConstFloatPrgm0 + vConstFloatPrgm1;
        const vFloat n = y * vConstFloatPrgm0 + vConstFloatPrgm1;
        const vFloat less_m = vConstFloatPrgm1 - m, less_n = vConstFloatPrgm1 - n;
        x = x * vConstFloatPrgm0 + less_m;
        y = y * vConstFloatPrgm0 + less_n;
        vFloat p = x * cubic + square, q = y * cubic + square;
        p = p * x + vConstFloatPrgm2;
        q = q * y + vConstFloatPrgm2;
        p = p * x + vConst1;
        q = q * y + vConst1;
        dst_reg[row] = with_whole_powers(p, m);
        dst_reg[row + 1] = with_whole_powers(q, n);
    }
}

}  // namespace exponential

inline void exponential_init() {
    MATH((llk_math_eltwise_unary_sfpu_init<>(exponential::set_constants)));
}
inline void exponential_tile(uint32_t dst) {
    MATH((_llk_math_eltwise_unary_sfpu_params_(exponential::face, dst)));
}
