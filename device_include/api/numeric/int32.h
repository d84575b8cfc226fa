// int32 beside its floating-point siblings.
#pragma once

#include <stdint.h>

inline constexpr int32_t NEG_INF_INT32 = INT32_MIN, POS_INF_INT32 = INT32_MAX;
inline constexpr uint32_t INT32_SIGN_MASK = 0x80000000;

inline bool int32_greater(int32_t a, int32_t b) {
    return a > b;
}
