// Number formats of the Tensix core and their sizes.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <stdexcept>
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

// Bits of one datum, and how many data share a byte of exponent or scale (0: none).
struct Layout {
    DataFormat format;
    std::uint32_t bits, scale_block;
};

inline constexpr Layout kLayouts[] = {
    {DataFormat::Float32, 32, 0},   {DataFormat::Int32, 32, 0},   {DataFormat::UInt32, 32, 0},
    {DataFormat::RawUInt32, 32, 0}, {DataFormat::Float16, 16, 0}, {DataFormat::Float16_b, 16, 0},
    {DataFormat::UInt16, 16, 0},    {DataFormat::Int16, 16, 0},   {DataFormat::RawUInt16, 16, 0},
    {DataFormat::Fp8_e4m3, 8, 0},   {DataFormat::Lf8, 8, 0},      {DataFormat::Int8, 8, 0},
    {DataFormat::UInt8, 8, 0},      {DataFormat::RawUInt8, 8, 0}, {DataFormat::Bfp8, 8, 16},
    {DataFormat::Bfp8_b, 8, 16},    {DataFormat::Bfp4, 4, 16},    {DataFormat::Bfp4_b, 4, 16},
    {DataFormat::Bfp2, 2, 16},      {DataFormat::Bfp2_b, 2, 16},  {DataFormat::MxFp8R, 8, 32},
    {DataFormat::MxFp8P, 8, 32},    {DataFormat::MxFp6R, 8, 32},  {DataFormat::MxFp6P, 8, 32},
    {DataFormat::MxInt8, 8, 32},    {DataFormat::MxFp4, 4, 32},   {DataFormat::MxInt4, 4, 32},
    {DataFormat::MxInt2, 2, 32},
};

constexpr const Layout& layout(DataFormat format) {
    for (const Layout& row : kLayouts)
        if (row.format == format) return row;
    throw std::invalid_argument("this data format has no size");
}

}  // namespace format_detail

bool is_integer_format(DataFormat format);
bool is_fp8_format(DataFormat format);
bool is_data_format_supported(DataFormat format, ARCH arch);

std::ostream& operator<<(std::ostream& os, const DataFormat& format);

// Bytes of one datum; std::invalid_argument for formats whose data share an exponent.
constexpr std::uint32_t datum_size(const DataFormat& format) {
    const auto& row = format_detail::layout(format);
    if (row.scale_block != 0)
        throw std::invalid_argument("a datum of a block format has no size of its own");
    return row.bits / 8;
}

// Bytes of a 32x32 tile, shared exponents or scales included.
constexpr std::uint32_t tile_size(const DataFormat& format) {
    const auto& row = format_detail::layout(format);
    return 1024 * row.bits / 8 + (row.scale_block == 0 ? 0 : 1024 / row.scale_block);
}

}  // namespace tt

template <>
struct std::hash<tt::DataFormat> {
    std::size_t operator()(tt::DataFormat f) const noexcept { return static_cast<std::size_t>(f); }
};

template <>
struct fmt::formatter<tt::DataFormat> : fmt::formatter<fmt::string_view> {
    auto format(tt::DataFormat format, fmt::format_context& ctx) const
        -> fmt::format_context::iterator;
};
