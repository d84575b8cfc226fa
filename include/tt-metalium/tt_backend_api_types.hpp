// Number formats of the Tensix core and their sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

#include <umd/device/types/arch.hpp>

namespace tt {

enum class DataFormat : std::uint8_t {
    Float32 = 0,
    Float16 = 1,
    Bfp8 = 2,
    Bfp4 = 3,
    Tf32 = 4,
    Float16_b = 5,
    Bfp8_b = 6,
    Bfp4_b = 7,
    Int32 = 8,
    UInt16 = 9,
    Lf8 = 10,
    Bfp2 = 11,
    MxInt8 = 12,
    Int16 = 13,
    Int8 = 14,
    Bfp2_b = 15,
    MxInt4 = 16,
    MxInt2 = 17,
    MxFp8R = 18,
    MxFp6R = 19,
    MxFp8P = 20,
    MxFp6P = 21,
    MxFp4 = 22,
    UInt32 = 24,
    Fp8_e4m3 = 26,
    MxFp4_2x_A = 27,
    MxFp4_2x_B = 29,
    UInt8 = 30,
    RawUInt8 = 240,
    RawUInt16 = 241,
    RawUInt32 = 242,
    Invalid = 255
};

namespace format_detail {

// Bits of one datum and of the scale that a block of data shares (0: no blocks).
struct Layout {
    std::uint32_t bits, scale_block;
};

constexpr Layout layout(DataFormat format) {
    using enum DataFormat;
    switch (format) {
        case Float32: case Int32: case UInt32: case RawUInt32: return {32, 0};
        case Float16: case Float16_b: case UInt16: case Int16: case RawUInt16: return {16, 0};
        case Fp8_e4m3: case Lf8: case Int8: case UInt8: case RawUInt8: return {8, 0};
        case Bfp8: case Bfp8_b: return {8, 16};
        case Bfp4: case Bfp4_b: return {4, 16};
        case Bfp2: case Bfp2_b: return {2, 16};
        case MxFp8R: case MxFp8P: case MxFp6R: case MxFp6P: case MxInt8: return {8, 32};
        case MxFp4: case MxInt4: return {4, 32};
        case MxInt2: return {2, 32};
        default: throw std::invalid_argument("this data format has no size");
    }
}

}  // namespace format_detail

bool is_integer_format(DataFormat format);
bool is_fp8_format(DataFormat format);
bool is_data_format_supported(DataFormat format, ARCH arch);

std::ostream& operator<<(std::ostream& os, const DataFormat& format);

// Bytes of one datum; std::invalid_argument for formats whose data share an exponent.
constexpr std::uint32_t datum_size(const DataFormat& format) {
    const auto [bits, scale_block] = format_detail::layout(format);
    if (scale_block != 0) throw std::invalid_argument("a datum of a block format has no size of its own");
    return bits / 8;
}

// Bytes of a 32x32 tile, shared exponents or scales included.
constexpr std::uint32_t tile_size(const DataFormat& format) {
    const auto [bits, scale_block] = format_detail::layout(format);
    return 1024 * bits / 8 + (scale_block == 0 ? 0 : 1024 / scale_block);
}

}  // namespace tt

template <>
struct std::hash<tt::DataFormat> {
    std::size_t operator()(tt::DataFormat f) const noexcept { return static_cast<std::size_t>(f); }
};

template <>
struct fmt::formatter<tt::DataFormat> : fmt::formatter<fmt::string_view> {
    auto format(tt::DataFormat format, fmt::format_context& ctx) const -> fmt::format_context::iterator;
};
