// Dst as operations on whole tiles see it: numbers by row and column, lanes of the unit.
#pragma once

#include <bit>
#include <cmath>

#include "tile/sfpu/rows.hpp"

namespace ironbird::tile::sfpu {

// Where a number of a 32x32 tile lies: faces in order, rows of 16.
constexpr std::uint32_t place(std::uint32_t row, std::uint32_t column) {
    const std::uint32_t face = row / 16 * 2 + column / 16;
    return face * kFaceDatums + row % 16 * 16 + column % 16;
}

// The 32 lanes at the unit's address: four rows, the even or the odd columns.
constexpr std::uint32_t lane_place(std::uint32_t address, std::uint32_t lane) {
    const std::uint32_t face = address / 16, row = address % 16 / 4 * 4 + lane / 8;
    return face * kFaceDatums + row * 16 + lane % 8 * 2 + (address / 2 & 1);
}

inline float number_of(std::uint32_t word, DstKind dst) {
    if (dst == DstKind::fp16) {
        const std::uint32_t sign = word & 0x80000000u;
        const bool tiny = (word & 0x7c000000u) == 0;
        const std::uint32_t size = tiny ? 0 : ((word & 0x7fff0000u) >> 3) + (112u << 23);
        return std::bit_cast<float>(sign | size);
    }
    const bool tiny = (word & 0x7f800000u) == 0;
    return std::bit_cast<float>(tiny ? word & 0x80000000u : word);
}

// Cut off to what Dst holds.
inline std::uint32_t word_of(float value, DstKind dst) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits & 0x80000000u, size = bits & 0x7fffffffu;
    if (dst == DstKind::fp16) {
        if (size < (113u << 23)) return sign;
        if (size >= (144u << 23)) return sign | 0x7fff0000u;
        return sign | (((size - (112u << 23)) << 3) & 0x7fff0000u);
    }
    if (size < (1u << 23)) return sign;
    return dst == DstKind::fp32 || dst == DstKind::int32 ? bits : bits & 0xffff0000u;
}

// One tile by row and column, as floats.
struct Grid {
    DstTile& tile;
    DstKind dst;
    float operator()(std::uint32_t row, std::uint32_t column) const {
        return number_of(tile.word[place(row, column)], dst);
    }
    void set(std::uint32_t row, std::uint32_t column, float value) {
        tile.word[place(row, column)] = word_of(value, dst);
    }
};

inline Grid grid(const SfpuTiles& t, std::uint32_t index) {
    return {t.tile[index], t.call->dst};
}

// A form for functions of whole tiles; `operands` of the call's indices are tiles in use.
constexpr Form whole_tiles(void (*apply)(const SfpuTiles&), std::uint8_t inputs = 1,
                           std::uint8_t outputs = 1) {
    return {.inputs = inputs,
            .outputs = outputs,
            .store = Store::truncate,
            .numbers = Numbers::mixed,
            .apply_tiles = apply};
}

}  // namespace ironbird::tile::sfpu
