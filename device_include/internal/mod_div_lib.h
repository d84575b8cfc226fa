// Division by constants, spelled as on a processor that has no divider.
#pragma once

#include <stdint.h>

#include "internal/risc_attribs.h"

template <uint32_t d>
FORCE_INLINE uint32_t udivsi3_const_divisor(uint32_t n) {
    return n / d;
}

template <uint32_t d>
FORCE_INLINE uint32_t umodsi3_const_divisor(uint32_t n) {
    return n % d;
}

FORCE_INLINE unsigned mulsi3(unsigned a, unsigned b) {
    return a * b;
}

FORCE_INLINE uint32_t fast_udiv_12(uint32_t n) {
    return n / 12;
}
