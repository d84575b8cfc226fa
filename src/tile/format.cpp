// The table of number formats.
#include "tile/format.hpp"

#include <array>

namespace ironbird::tile {
namespace {

constexpr auto kFormats = std::to_array<FormatRow>({
    {Format::float32, "Float32", Family::b, 32, false},
    {Format::float16, "Float16", Family::a, 16, false},
    {Format::bfp8, "Bfp8", Family::a, 8, true},
    {Format::bfp4, "Bfp4", Family::a, 4, true},
    {Format::tf32, "Tf32", Family::b, 32, false},
    {Format::float16_b, "Float16_b", Family::b, 16, false},
    {Format::bfp8_b, "Bfp8_b", Family::b, 8, true},
    {Format::bfp4_b, "Bfp4_b", Family::b, 4, true},
    {Format::int32, "Int32", Family::integer, 32, false},
    {Format::uint16, "UInt16", Family::integer, 16, false},
    {Format::lf8, "Lf8", Family::a, 8, false},
    {Format::bfp2, "Bfp2", Family::a, 2, true},
    {Format::int8, "Int8", Family::integer, 8, false},
    {Format::bfp2_b, "Bfp2_b", Family::b, 2, true},
    {Format::uint32, "UInt32", Family::integer, 32, false},
    {Format::fp8_e4m3, "Fp8_e4m3", Family::a, 8, false},
    {Format::uint8, "UInt8", Family::integer, 8, false},
});

}  // namespace

const FormatRow* find(Format format) {
    for (const FormatRow& row : kFormats)
        if (row.format == format) return &row;
    return nullptr;
}

// The exponents come first, padded to 16 bytes.
std::uint32_t bytes_of(Format format, Shape shape) {
    const FormatRow* row = find(format);
    if (row == nullptr) return 0;
    const std::uint32_t exponents = row->shared_exponent ? (shape.datums() / 16 + 15) / 16 * 16 : 0;
    return exponents + shape.datums() * row->bits / 8;
}

}  // namespace ironbird::tile
