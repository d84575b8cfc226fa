// Unpacker and packer once more, one datum at a time and straight from the description of the
// hardware. Tests compare the SIMD code with it; it shares nothing with that code.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "tile/pack.hpp"
#include "tile/reference/matrix_unit.hpp"

#pragma GCC push_options
#pragma GCC optimize("O2")

namespace ironbird::tile::reference {

using std::uint32_t;

// ---- unpacker: what Src gets of one datum

inline Datum from_bf16(uint32_t h) {
    return {static_cast<int>(h >> 15), static_cast<int>(h >> 7 & 255),
            static_cast<int>((h & 127) * 8)};
}
inline Datum from_fp16(uint32_t h) {
    return {static_cast<int>(h >> 15), static_cast<int>(h >> 10 & 31), static_cast<int>(h & 1023)};
}
inline Datum from_tf32(uint32_t w) {
    return {static_cast<int>(w >> 31), static_cast<int>(w >> 23 & 255),
            static_cast<int>(w >> 13 & 1023)};
}

inline Datum from_fp32(uint32_t w, Format reg) {
    if (reg == Format::float16) {
        const int e = static_cast<int>(w >> 23 & 255) - 112;
        const int sign = static_cast<int>(w >> 31);
        if (e < 0) return {sign, 0, 0};
        if (e > 31) return {sign, 31, 1023};
        return {sign, e, static_cast<int>(w >> 13 & 1023)};
    }
    return reg == Format::float16_b ? from_bf16(w >> 16) : from_tf32(w);
}

// BFP8, BFP4, BFP2 and their variants with 5-bit exponents.
inline Datum from_block(uint32_t raw, int bits, int shared, bool five) {
    const uint32_t byte = raw << (8 - bits);
    const int sign = static_cast<int>(byte >> 7);
    int magnitude = static_cast<int>(byte & 127) * 2;  // eight bits, the lowest zero
    if (magnitude == 0) return sign != 0 ? Datum{1, five ? 31 : 255, 0} : Datum{};
    int exponent = shared;
    while (magnitude < 128) {
        magnitude *= 2;
        exponent--;
    }
    const int wrapped = exponent & (five ? 31 : 255);
    return {sign, wrapped, (magnitude - 128) * 8};
}

inline Datum from_fp8(uint32_t byte, bool blackhole) {
    const bool ones = (byte & 127) == 127;
    return from_fp16(byte << 8 | (blackhole && ones ? 255 : 0));
}

inline Datum from_e4m3(uint32_t byte) {
    const int sign = static_cast<int>(byte >> 7), e = static_cast<int>(byte >> 3 & 15),
              m = static_cast<int>(byte & 7);
    if (e == 0) return {sign, 0, m * 128};
    return {sign, e + 8, m * 128 + (e == 15 && m == 7 ? 127 : 0)};
}

// The float whose bits our Src holds for a datum.
inline uint32_t src_word(const Datum& d, bool half) {
    if (d.zero()) return 0;
    const auto e = static_cast<uint32_t>(d.exponent + (half ? 112 : 0));
    return static_cast<uint32_t>(d.sign) << 31 | e << 23 | static_cast<uint32_t>(d.fraction) << 13;
}

// ---- packer, first half: a float (or integer) as the packer reads it, in FP32 bits

inline uint32_t infinite_if_nan(uint32_t w) {
    return (w & 0x7fffffff) > 0x7f800000 ? (w & 0x80000000) | 0x7f800000 : w;
}
inline uint32_t rounded_away(uint32_t w, int cut) {
    return static_cast<uint32_t>((std::uint64_t{w} + (1u << (cut - 1))) >> cut << cut);
}
inline uint32_t zero_if_small(uint32_t w) {
    return (w & 0x7f800000) == 0 ? 0 : w;
}

inline uint32_t fp16_as_float(uint32_t h) {
    const Datum d = from_fp16(h);
    return src_word(d, true);
}

inline bool is_block(Format f) {
    using enum Format;
    return f == bfp8_b || f == bfp4_b || f == bfp2_b || f == bfp8 || f == bfp4 || f == bfp2;
}

inline uint32_t read_dst_byte(uint32_t w, DstKind dst, Format as) {
    using enum Format;
    const auto magnitude = static_cast<int>(w & 0x7fffffff);
    const int v = dst == DstKind::raw16 ? static_cast<std::int16_t>(w >> 16)
                  : (w >> 31) != 0      ? -magnitude
                                        : magnitude;
    if (as == int8 && w == 0x80000000 && dst != DstKind::raw16) return 0x80;
    if (as == uint8) return static_cast<uint32_t>(std::clamp(v, 0, 255));
    const auto m = static_cast<uint32_t>(std::min<std::int64_t>(std::llabs(v), 127));
    return (v < 0 ? 0x80u : 0u) | m;
}

inline uint32_t read_dst_fp16(uint32_t w, Format as) {
    uint32_t h = w >> 16;
    if (is_block(as)) {
        if ((h & 0x7fff) > 0x7ff7) h = (h & 0x8000) | 0x7ff0;
        h = (h + 8) & 0xfff0;
    }
    return fp16_as_float(h);
}

inline uint32_t read_dst_fp32(uint32_t w, Format as) {
    using enum Format;
    if (as == float32) return w;
    w = infinite_if_nan(w);
    if (as == float16_b) return zero_if_small(rounded_away(w, 16));
    if (as == bfp8_b || as == bfp4_b || as == bfp2_b)
        return zero_if_small((((w >> 16) + 1) & 0xfffe) << 16);
    return zero_if_small(rounded_away(w, 13));
}

inline uint32_t read_dst(uint32_t w, DstKind dst, Format as) {
    using enum Format;
    if (as == int32 || as == uint32) return w;
    if (as == uint16) return is_wide(dst) ? w & 0xffff : w >> 16;
    if (as == int8 || as == uint8) return read_dst_byte(w, dst, as);
    if (dst == DstKind::fp16) return read_dst_fp16(w, as);
    if (dst == DstKind::fp32) return read_dst_fp32(w, as);
    if (as == float16 || as == lf8 || as == fp8_e4m3) return w;
    w = zero_if_small(infinite_if_nan(w));
    return is_block(as) ? (((w >> 16) + 1) & 0xfffe) << 16 : w;
}

// ---- ReLU

inline uint32_t relu(uint32_t w, Relu mode, uint32_t threshold) {
    if (mode == Relu::none) return w;
    if ((w & 0x80000000) != 0) w = 0;
    if (mode == Relu::min_threshold && w <= threshold) return 0;
    if (mode == Relu::max_threshold && (w >> 13) > (threshold >> 13)) return threshold;
    return w;
}

// ---- packer, second half: the datum in L1, or for blocks its sixteen-bit form before sharing

inline uint32_t to_fp16(uint32_t w) {
    const uint32_t sign = w >> 31 << 15;
    const int e = static_cast<int>(w >> 23 & 255) - 112;
    if (e < 0) return sign;
    if (e > 31) return sign | 0x7fff;
    return sign | static_cast<uint32_t>(e) << 10 | (w >> 13 & 1023);
}

inline uint32_t to_e4m3(uint32_t w) {
    const uint32_t h = to_fp16(w), sign = h >> 15 << 7, e = h >> 10 & 31, m = h & 1023;
    if (e <= 8) return sign;
    if (e >= 24) return sign | 127;
    return sign | (e - 8) << 3 | m >> 7;
}

inline uint32_t late(uint32_t w, Format out) {
    using enum Format;
    switch (out) {
        case tf32:
            return w & 0xffffe000;
        case float16_b:
            return w >> 16;
        case float16:
            return to_fp16(w);
        case lf8:
            return to_fp16(w) >> 8;
        case fp8_e4m3:
            return to_e4m3(w);
        default:
            return w;
    }
}

struct Block {
    std::uint8_t exponent = 0;
    std::array<uint32_t, 16> datum = {};
};

// Sixteen floats on their largest exponent; five: the exponents are FP16's.
inline Block shared(const std::array<uint32_t, 16>& floats, int bits, bool five) {
    std::array<int, 16> e, m, s;
    for (std::size_t i = 0; i < 16; i++) {
        const uint32_t h = five ? to_fp16(floats[i]) : floats[i] >> 16;
        s[i] = static_cast<int>(h >> 15);
        e[i] = static_cast<int>(five ? h >> 10 & 31 : h >> 7 & 255);
        m[i] = static_cast<int>(five ? h >> 3 & 127 : h & 127);
        m[i] = e[i] == 0 ? 0 : m[i] + 128;
    }
    const int largest = *std::max_element(e.begin(), e.end());
    Block block = {static_cast<std::uint8_t>(largest), {}};
    for (std::size_t i = 0; i < 16; i++) {
        const int shift = largest - e[i];
        int magnitude = shift >= 8 ? 0 : (m[i] + (1 << shift)) >> (shift + 1);
        magnitude = std::min(magnitude, 127) >> (8 - bits);
        block.datum[i] =
            static_cast<uint32_t>(magnitude | (magnitude != 0 ? s[i] << (bits - 1) : 0));
    }
    return block;
}

// ---- accumulation in L1

inline uint32_t flushed_sum(uint32_t x, uint32_t y) {
    const auto flush = [](uint32_t w) { return (w & 0x7f800000) == 0 ? w & 0x80000000 : w; };
    const float sum = std::bit_cast<float>(flush(x)) + std::bit_cast<float>(flush(y));
    const auto w = std::bit_cast<uint32_t>(sum);
    return (w & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : flush(w);
}

// Exact in double precision, NaNs as huge numbers, then to nearest even.
inline uint32_t bf16_sum(uint32_t old, uint32_t add) {
    if ((old ^ add) == 0x8000 && (old & 0x7fff) == 0x7f80) return 0x7fc0;
    const auto value = [](uint32_t h, double huge) {
        const int e = static_cast<int>(h >> 7 & 255), m = static_cast<int>(h & 127);
        double v = e == 0 ? 0.0 : std::ldexp(128 + m, e - 134);
        if (e == 255) v = m == 0 ? HUGE_VAL : (huge != 0 ? huge : v);
        return (h & 0x8000) != 0 ? -v : v;
    };
    const double sum = value(old, std::numeric_limits<double>::max()) + value(add, 0);
    const uint32_t sign = std::signbit(sum) ? 0x8000 : 0;
    if (sum == 0) return sign;
    int e = 0;
    if (!std::isfinite(sum)) return sign | 0x7f80;
    const double fraction = std::frexp(std::abs(sum), &e) * 256;
    double kept = std::nearbyint(fraction);
    int field = e + 126;
    if (field <= 0) return sign;
    if (kept == 256) {
        kept = 128;
        field++;
    }
    if (field >= 255) return sign | 0x7f80;
    return sign | static_cast<uint32_t>(field) << 7 | (static_cast<uint32_t>(kept) - 128);
}

}  // namespace ironbird::tile::reference

#pragma GCC pop_options
