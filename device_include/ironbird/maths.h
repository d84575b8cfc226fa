// Mathematics of the C and C++ libraries where kernels rely on the chip's: roots that the host's
// compiler has instructions for, and the least of two numbers.
#pragma once

#include <type_traits>

#include "internal/risc_attribs.h"

extern "C" FORCE_INLINE float sqrtf(float x) noexcept {
    return __builtin_elementwise_sqrt(x);
}
extern "C" FORCE_INLINE float fabsf(float x) noexcept {
    return __builtin_elementwise_abs(x);
}

// sizeof() has 4 bytes on the chip, like uint32_t, and 8 here: min(n, m * sizeof(T)) must still
// find its function.
namespace std {

template <typename A, typename B>
    requires(is_integral_v<A> && is_integral_v<B> && !is_same_v<A, B>)
constexpr common_type_t<A, B> min(A a, B b) {
    return b < a ? b : a;
}

template <typename A, typename B>
    requires(is_integral_v<A> && is_integral_v<B> && !is_same_v<A, B>)
constexpr common_type_t<A, B> max(A a, B b) {
    return a < b ? b : a;
}

}  // namespace std
