// bfloat16 by its bits: conversions and an order that needs no floating point.
#pragma once

#include <stdint.h>

#include <bit>

#include "internal/risc_attribs.h"

inline constexpr uint16_t NEG_INF_BFLOAT16 = 0xFF80, POS_INF_BFLOAT16 = 0x7F80,
                          NAN_BFLOAT16 = 0x7FFF;
inline constexpr uint16_t BFLOAT16_SIGN_MASK = 0x8000;

FORCE_INLINE float bf16_to_fp32(uint16_t bf16) {
    return std::bit_cast<float>(uint32_t{bf16} << 16);
}

FORCE_INLINE uint16_t fp32_to_bf16_truncate(float x) {
    return std::bit_cast<uint32_t>(x) >> 16;
}

// To nearest, ties to even.
FORCE_INLINE uint16_t fp32_to_bf16(float x) {
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

struct FloatBits {
    uint16_t high16, low16;
    explicit FloatBits(float value)
        : high16(std::bit_cast<uint32_t>(value) >> 16), low16(std::bit_cast<uint32_t>(value)) {}
};

// Sign and magnitude: zeros of both signs differ and NaN is larger than infinity, as on the chip's
// integer path.
inline bool bfloat16_greater(uint16_t a, uint16_t b) {
    const bool a_negative = a & BFLOAT16_SIGN_MASK, b_negative = b & BFLOAT16_SIGN_MASK;
    if (a_negative != b_negative) return b_negative;
    return a_negative ? a < b : a > b;
}
