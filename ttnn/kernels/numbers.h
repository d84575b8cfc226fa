// Elements as numbers that a data mover calculates with.
#pragma once

#include <cstdint>

// The types as the host counts them.
constexpr uint32_t kBfloat16 = 0, kFloat32 = 1, kUint32 = 2, kUint16 = 6, kInt32 = 7;

template <uint32_t type>
struct Numbers;

template <>
struct Numbers<kFloat32> {
    using Value = float;
    static constexpr uint32_t kBytes = 4;
    static Value value(uint32_t bits) { return __builtin_bit_cast(float, bits); }
    static uint32_t bits(Value value) { return __builtin_bit_cast(uint32_t, value); }
};
template <>
struct Numbers<kBfloat16> {
    using Value = float;
    static constexpr uint32_t kBytes = 2;
    static Value value(uint32_t bits) { return Numbers<kFloat32>::value(bits << 16); }
    // To the nearest, of two the even one; what is no number stays none.
    static uint32_t bits(Value value) {
        const uint32_t wide = Numbers<kFloat32>::bits(value);
        if ((wide & 0x7fffffff) > 0x7f800000) return wide >> 16 | 0x40;
        return (wide + 0x7fff + (wide >> 16 & 1)) >> 16;
    }
};
// Integers of all kinds wrap.
template <>
struct Numbers<kUint32> {
    using Value = uint32_t;
    static constexpr uint32_t kBytes = 4;
    static Value value(uint32_t bits) { return bits; }
    static uint32_t bits(Value value) { return value; }
};
template <>
struct Numbers<kInt32> : Numbers<kUint32> {};
template <>
struct Numbers<kUint16> : Numbers<kUint32> {
    static constexpr uint32_t kBytes = 2;
};
