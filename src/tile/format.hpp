// Number formats of tiles: their codes, sizes and families.
#pragma once

#include <cstdint>
#include <string_view>

namespace ironbird::tile {

// The chip's codes, equal to upstream's DataFormat.
enum class Format : std::uint8_t {
    float32 = 0,
    float16 = 1,
    bfp8 = 2,
    bfp4 = 3,
    tf32 = 4,
    float16_b = 5,
    bfp8_b = 6,
    bfp4_b = 7,
    int32 = 8,
    uint16 = 9,
    lf8 = 10,
    bfp2 = 11,
    int8 = 14,
    bfp2_b = 15,
    uint32 = 24,
    fp8_e4m3 = 26,
    uint8 = 30,
    none = 255,
};

// How a tile is cut: faces of face_rows x 16, `down` x `across` of them.
struct Shape {
    std::uint8_t face_rows = 16;
    std::uint8_t down = 2, across = 2;
    bool operator==(const Shape&) const = default;
    constexpr std::uint32_t faces() const { return std::uint32_t{down} * across; }
    constexpr std::uint32_t datums() const { return faces() * face_rows * 16; }
};

enum class Family : std::uint8_t { b, a, integer };  // 8-bit exponent, 5-bit exponent, integers

struct FormatRow {
    Format format;
    std::string_view name;
    Family family;
    std::uint8_t bits;     // of one datum, without a shared exponent
    bool shared_exponent;  // one byte per 16 datums, before the datums
};

const FormatRow* find(Format format);  // null: not a format of tiles
std::uint32_t bytes_of(Format format, Shape shape);

}  // namespace ironbird::tile
