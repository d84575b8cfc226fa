// float32 by its bits: an order without floating point.
#pragma once

#include <stdint.h>

#include <bit>

inline constexpr uint32_t NEG_INF_FLOAT32 = 0xFF800000, POS_INF_FLOAT32 = 0x7F800000;
inline constexpr uint32_t NAN_FLOAT32 = 0x7FFFFFFF;
inline constexpr uint32_t FLOAT32_SIGN_MASK = 0x80000000, FLOAT32_EXPONENT_MASK = 0x7F800000;
inline constexpr uint32_t FLOAT32_MANTISSA_MASK = 0x007FFFFF, FLOAT32_MAGNITUDE_MASK = 0x7FFFFFFF;

// As IEEE orders them; written on bits because kernels are built with fast-math.
inline bool float32_greater(uint32_t a, uint32_t b) {
    const uint32_t a_size = a & FLOAT32_MAGNITUDE_MASK, b_size = b & FLOAT32_MAGNITUDE_MASK;
    if (a_size > FLOAT32_EXPONENT_MASK || b_size > FLOAT32_EXPONENT_MASK) return false;  // NaN
    const int64_t a_value = a & FLOAT32_SIGN_MASK ? -int64_t{a_size} : int64_t{a_size};
    const int64_t b_value = b & FLOAT32_SIGN_MASK ? -int64_t{b_size} : int64_t{b_size};
    return a_value > b_value;
}
