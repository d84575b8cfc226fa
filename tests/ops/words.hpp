// Numbers as words of Dst and back, written apart from the library: what the tests trust.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tile/sfpu.hpp"

namespace ironbird::tile {

constexpr std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

inline double value_of(std::uint32_t word, DstKind dst) {
    if (dst != DstKind::fp16) return static_cast<double>(std::bit_cast<float>(word));
    const std::uint32_t half = word >> 16, exponent = half >> 10 & 31, mantissa = half & 1023;
    const double sign = (half & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0) return sign * 0.0;
    return sign * std::ldexp(1024 + mantissa, static_cast<int>(exponent) - 25);
}

// The word at or next to the value, towards zero.
inline std::uint32_t word_near(double value, DstKind dst) {
    if (dst == DstKind::fp16) {
        const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
        int exponent = 0;
        const double fraction = std::frexp(std::fabs(value), &exponent);
        if (value == 0 || exponent < -13) return sign << 16;
        if (exponent > 17) return (sign | 0x7fff) << 16;
        const auto mantissa = static_cast<std::uint32_t>(std::ldexp(fraction, 11)) & 1023;
        return (sign | static_cast<std::uint32_t>(exponent + 14) << 10 | mantissa) << 16;
    }
    const auto word = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return dst == DstKind::bf16 ? word & 0xffff0000u : word;
}

inline double largest(DstKind dst) {
    return dst == DstKind::fp16 ? 131008.0 : 3.3895e38;
}
inline double smallest(DstKind dst) {
    return dst == DstKind::fp16 ? 0x1p-14 : 0x1p-126;
}

// What keeping a result in Dst may cost, relative to it.
inline double store_error(const SfpuOp& op, DstKind dst) {
    if (op.store == Store::bits || dst == DstKind::fp32) return 0;
    if (dst == DstKind::fp16) return 0x1p-10;
    return op.store == Store::truncate ? 0x1p-7 : 0x1p-8;
}

}  // namespace ironbird::tile
