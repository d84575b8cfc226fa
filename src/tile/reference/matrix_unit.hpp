// The matrix unit once more, one result at a time and straight from the description of the hardware
// (fidelity phases, groups of eight, the sum of three). Tests compare the SIMD code with it; it
// shares nothing with that code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tile/fpu.hpp"

// Test programs are built without optimisation, but this file computes millions of sums: hence the
// pragma, and no calls of the library on the way.
#pragma GCC push_options
#pragma GCC optimize("O2")

namespace ironbird::tile::reference {

// A datum as Src holds it: an exponent of 8 or 5 bits, where zero means zero, and ten bits of
// fraction.
struct Datum {
    int sign = 0, exponent = 0, fraction = 0;
    bool zero() const { return exponent == 0; }
};

struct Unit {
    bool wide = false;  // Dst is FP32, else 16 bits of the family
    bool half = false;  // FP16 family
    bool wormhole = true;
};

// A mantissa with its exponent; 2^23 stands for one.
struct Scaled {
    int sign = 0, exponent = 0;
    std::int64_t mantissa = 0;
};

inline std::int64_t power(int n) {
    return std::int64_t{1} << n;
}

// m / 2^by, half a unit rounded up.
inline std::int64_t half_up(std::int64_t m, int by) {
    if (by == 0) return m;
    return by > 40 ? 0 : (m + power(by - 1)) >> by;
}

// ---- Dst words

inline Scaled from_dst(std::uint32_t word, const Unit& unit) {
    Scaled s;
    s.sign = static_cast<int>(word >> 31);
    if (unit.half && !unit.wide) {
        s.exponent = static_cast<int>((word >> 26) & 31);
        s.mantissa = (1024 + ((word >> 16) & 1023)) * power(13);
    } else {
        s.exponent = static_cast<int>((word >> 23) & 255);
        s.mantissa = power(23) + (word & 0x7fffff);
    }
    if (s.exponent == 0) s.mantissa = 0;
    return s;
}

inline std::uint32_t dst_word(int sign, int exponent, std::int64_t fraction23, const Unit& unit) {
    const auto s = static_cast<std::uint32_t>(sign) << 31;
    if (exponent <= 0) return 0;
    if (unit.half && !unit.wide) {
        if (exponent >= 32) return s | 0x7fff0000u;
        return s | static_cast<std::uint32_t>(exponent) << 26 |
               static_cast<std::uint32_t>(fraction23 / power(13)) << 16;
    }
    if (exponent >= 255) return s | 0x7f800000u;
    return s | static_cast<std::uint32_t>(exponent) << 23 | static_cast<std::uint32_t>(fraction23);
}

// ---- step 3 to 7: two groups and Dst on the largest exponent

inline std::int64_t moved(const Scaled& s, int exponent, bool group) {
    const int by = exponent - s.exponent;
    if (by == 0) return s.mantissa;
    if (by >= 31) return 0;
    return (s.mantissa + power(by - 1) - (group ? s.sign : 0)) >> by;
}

inline std::uint32_t normalised(std::int64_t sum, int exponent, const Unit& unit) {
    if (sum == 0) return 0;
    const int sign = sum < 0;
    const std::int64_t m = sum < 0 ? -sum : sum;
    if (unit.wormhole && sum == -1) return dst_word(1, exponent + 4, 0, unit);
    int top = 0;
    while (power(top + 1) <= m) top++;
    const int bits = unit.wide ? 24 : unit.half ? 11 : 8;
    exponent += top - 23;
    std::int64_t kept = top >= bits ? half_up(m, top - bits + 1) : m * power(bits - 1 - top);
    if (kept == power(bits)) {
        kept /= 2;
        exponent++;
    }
    return dst_word(sign, exponent, (kept - power(bits - 1)) * power(24 - bits), unit);
}

inline std::uint32_t added(const Scaled& g0, const Scaled& g1, std::uint32_t dst,
                           const Unit& unit) {
    const Scaled d = from_dst(dst, unit);
    int exponent = g0.exponent > g1.exponent ? g0.exponent : g1.exponent;
    if (d.exponent > exponent) exponent = d.exponent;
    if (exponent <= 0) return 0;
    std::int64_t sum = 0;
    const Scaled* terms[] = {&g0, &g1, &d};
    for (const Scaled* term : terms) {
        const bool group = term != &d;
        std::int64_t m = moved(*term, exponent, group);
        if (!unit.wide) m = (m + power(12) - (group ? term->sign : 0)) >> 13 << 13;
        sum += term->sign != 0 ? -m : m;
    }
    return normalised(sum, exponent, unit);
}

// ---- step 1: products of mantissa parts

inline int bias(int phase, const Unit& unit) {
    const int base = !unit.half ? -127 : unit.wide ? 97 : -15;
    constexpr int kLoss[] = {0, 5, 7, 12};
    return base - kLoss[phase];
}

inline int zero_exponent(int phase, const Unit& unit) {
    const int b = bias(phase, unit);
    return b > 0 ? b : 0;
}

inline Scaled product(const Datum& a, const Datum& b, int phase, const Unit& unit) {
    if (a.zero() || b.zero()) return {0, zero_exponent(phase, unit), 0};
    const int ma = 1024 + a.fraction, mb = 1024 + b.fraction;
    const int pa = phase % 2 == 0 ? ma / 64 : ma / 2 % 32;
    const int pb = phase / 2 == 0 ? mb / 16 : mb % 16 * 8;
    return {a.sign ^ b.sign, a.exponent + b.exponent + bias(phase, unit), pa * pb};
}

// ---- step 2: eight products on their largest exponent

inline Scaled group(const Datum* a, const Datum* b, int phase, const Unit& unit) {
    Scaled p[8];
    for (int i = 0; i < 8; i++) p[i] = product(a[i], b[i], phase, unit);
    int largest = p[0].exponent;
    for (const Scaled& s : p)
        if (s.exponent > largest) largest = s.exponent;
    if (largest <= 0) return {};
    std::int64_t sum = 0;
    for (const Scaled& s : p) {
        const std::int64_t m = half_up(s.mantissa, largest - s.exponent);
        sum += s.sign != 0 ? -m : m;
    }
    return {sum < 0, largest, (sum < 0 ? -sum : sum) * power(13)};
}

// Sixteen products of one fidelity phase on top of Dst.
inline std::uint32_t multiply(const Datum* a, const Datum* b, std::uint32_t dst, int phase,
                              const Unit& unit) {
    return added(group(a, b, phase, unit), group(a + 8, b + 8, phase, unit), dst, unit);
}

// ---- element-wise

inline std::uint32_t elementwise_product(const Datum& a, const Datum& b, std::uint32_t dst,
                                         int phase, const Unit& unit) {
    Scaled p = product(a, b, phase, unit);
    p.mantissa *= power(13);
    if (p.exponent <= 0) p = {0, zero_exponent(phase, unit), 0};
    return added(p, {}, dst, unit);
}

inline std::uint32_t elementwise_sum(Datum a, Datum b, bool subtract, std::uint32_t dst,
                                     const Unit& unit) {
    if (subtract) b.sign ^= 1;
    if (a.zero()) a = {};
    if (b.zero()) b = {};
    const auto magnitude = [](const Datum& d) { return d.exponent * 1024 + d.fraction; };
    if (magnitude(a) < magnitude(b)) std::swap(a, b);
    const int by = a.exponent - b.exponent;
    const std::int64_t ma = a.zero() ? 0 : 1024 + a.fraction;
    const std::int64_t mb = b.zero() || by >= 12 ? 0 : half_up(1024 + b.fraction, by);
    Scaled s = {a.sign, a.exponent, (a.sign == b.sign ? ma + mb : ma - mb) * power(13)};
    if (unit.half && unit.wide) s.exponent = a.zero() ? 97 : a.exponent + 112;
    return added(s, {}, dst, unit);
}

// ---- 8-bit integers: phase 3 = low 5 x low 4, 2 = next 3 x low 4, 1 = low 5 x high 6, 0 = the
// rest

inline std::int64_t integer_product(int a, int b, int phase) {
    const int ma = a < 0 ? -a : a, mb = b < 0 ? -b : b;
    const int pa = phase % 2 == 1 ? ma % 32 : ma / 32 % 8 * 32;
    const int pb = phase / 2 == 1 ? mb % 16 : mb / 16 % 64 * 16;
    return (a < 0) != (b < 0) ? -pa * pb : pa * pb;
}

inline std::int32_t saturated(std::int64_t v) {
    constexpr std::int64_t kMost = 0x7fffffff;
    return static_cast<std::int32_t>(std::clamp(v, -kMost, kMost));
}

}  // namespace ironbird::tile::reference

#pragma GCC pop_options
