// Row-local operators in the integer code of a data-movement processor. Floats are their bits.
#pragma once

#include <cstdint>

namespace lane {

constexpr uint32_t kSign = 0x80000000u, kInfinite = 0x7f800000u;

inline bool is_nan(uint32_t x) {
    return (x & ~kSign) > kInfinite;
}

// Floats in the order of signed integers.
inline int32_t order(uint32_t x) {
    return static_cast<int32_t>(x ^ (static_cast<uint32_t>(static_cast<int32_t>(x) >> 31) >> 1));
}

// ---- limits; the lower one is what NaN becomes

inline uint32_t clamp_i(uint32_t x, uint32_t low, uint32_t high) {
    const auto v = static_cast<int32_t>(x);
    const uint32_t least = v > static_cast<int32_t>(low) ? x : low;
    return static_cast<int32_t>(least) > static_cast<int32_t>(high) ? high : least;
}
inline uint32_t clamp_u(uint32_t x, uint32_t low, uint32_t high) {
    const uint32_t least = x > low ? x : low;
    return least > high ? high : least;
}
inline uint32_t clamp_f(uint32_t x, uint32_t low, uint32_t high) {
    const uint32_t least = !is_nan(x) && order(x) > order(low) ? x : low;
    return order(least) > order(high) ? high : least;
}

// ---- conversions, to nearest, ties to even

inline uint32_t float_of_u(uint32_t x) {
    if (x == 0) return 0;
    const auto shift = static_cast<uint32_t>(__builtin_clz(x));
    const uint32_t m = x << shift, rest = m & 0xff;
    const uint32_t bits = ((157 - shift) << 23) + (m >> 8);  // the leading one counts the exponent
    return bits + ((rest > 0x80 || (rest == 0x80 && (bits & 1) != 0)) ? 1 : 0);
}
inline uint32_t float_of_i(uint32_t x) {
    return (x & kSign) != 0 ? float_of_u(0u - x) | kSign : float_of_u(x);
}
// So that the unpacker, which cuts, has nothing left to cut.
inline uint32_t upper_half(uint32_t x) {
    if (is_nan(x)) return x | 0x400000u;
    return (x + 0x7fffu + (x >> 16 & 1)) & 0xffff0000u;
}

// ---- remainders and hashes

inline uint32_t modulus_i(uint32_t x, uint32_t m) {
    if ((x & kSign) == 0) return x % m;
    const uint32_t r = (0u - x) % m;
    return r == 0 ? 0 : m - r;
}
inline uint32_t magnitude_i(uint32_t x) {
    return (x & kSign) != 0 ? 0u - x : x;
}
// |trunc(x)| mod m of a float: what is left of the point, doubled as often as its exponent asks.
inline uint32_t hash_index_f(uint32_t x, uint32_t m) {
    const auto exponent = static_cast<int32_t>(x >> 23 & 0xff) - 127;
    if (exponent < 0 || exponent == 128) return 0;
    const uint32_t fraction = (x & 0x7fffffu) | 0x800000u;
    if (exponent <= 23) return (fraction >> (23 - exponent)) % m;
    uint64_t r = fraction % m;
    for (int32_t i = 23; i < exponent; ++i) r = r * 2 >= m ? r * 2 - m : r * 2;
    return static_cast<uint32_t>(r);
}
inline uint32_t sigrid_hash(uint32_t x, uint64_t salt, uint32_t m) {
    uint64_t h = x + salt;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return static_cast<uint32_t>((h ^ (h >> 31)) % m);
}

// ---- tables

// Boundaries below x; a limit is the largest number of the column's type that is not above its
// boundary, and one that every number is above is counted beforehand.
template <class T, uint32_t count>
inline uint32_t bucket(T x, const T (&limits)[count]) {
    uint32_t begin = 0, end = count;
    while (begin < end) {
        const uint32_t middle = (begin + end) / 2;
        if (limits[middle] < x)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// ---- text

constexpr uint32_t kTops = 0x80808080u;

// Four characters: all of them digits to base 16. Sums of seven bits set the top one.
inline bool are_hex(uint32_t w) {
    const uint32_t low = w & ~kTops, lower = low | 0x20202020u;
    const uint32_t digit = (low + 0x50505050u) & ~(low + 0x46464646u);
    const uint32_t letter = (lower + 0x1f1f1f1fu) & ~(lower + 0x19191919u);
    return (w & kTops) == 0 && ((digit | letter) & kTops) == kTops;
}
// Their value; the first character lies lowest.
inline uint32_t hex_half(uint32_t w) {
    const uint32_t digits = (w & 0x0f0f0f0fu) + 9 * (w >> 6 & 0x01010101u);
    const uint32_t pairs = (digits << 4 | digits >> 8) & 0x00ff00ffu;
    return (pairs << 8 | pairs >> 16) & 0xffffu;
}

}  // namespace lane
