// Packing and unpacking of bfp8, bfp4 and bfp2 tiles.
#include <algorithm>
#include <bit>
#include <cstring>
#include <tt-metalium/bfloat2.hpp>
#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/bfloat8.hpp>

#include "base/require.hpp"

using ironbird::Fault;
using ironbird::require;

namespace {

using tt::tt_metal::Tile;

constexpr std::uint32_t kShare = 16;      // values with one exponent: a row of a face
constexpr std::uint32_t kAlignment = 16;  // of the exponents in memory
constexpr int kBiasA = 15, kBias = 127;

// A tile in memory: the exponents face by face, padded to 16 bytes, then the values in the same
// order.
struct Layout {
    Layout(const Tile& tile, std::uint32_t bits)
        : bits(bits),
          tile_width(tile.get_width()),
          face_height(tile.get_face_shape()[0]),
          values(tile.get_tile_hw()),
          rows(values / kShare),
          exponent_bytes(tt::round_up(rows, kAlignment)),
          bytes(exponent_bytes + values * bits / 8) {}

    // Where the row-th row of a face starts in a row-major tile.
    std::uint32_t row_major(std::uint32_t row) const {
        const std::uint32_t faces_across = tile_width / kShare, face = row / face_height;
        const std::uint32_t y = face / faces_across * face_height + row % face_height;
        return y * tile_width + face % faces_across * kShare;
    }

    std::uint32_t bits, tile_width, face_height, values, rows, exponent_bytes, bytes;
};

// The 5-bit exponent saturates at both ends; the 8-bit one is float's own.
std::uint32_t exponent_of(std::uint32_t bits, bool is_exp_a) {
    const auto exponent = static_cast<int>(bits >> 23 & 0xFF);
    return static_cast<std::uint32_t>(is_exp_a ? std::clamp(exponent - kBias + kBiasA, 0, 31)
                                               : exponent);
}

// Sign and mantissa under a shared exponent. As in hardware the mantissa is first shifted to the
// shared exponent, which drops bits, and then rounded to nearest, ties to even. Subnormals are
// zero.
std::uint32_t encode(std::uint32_t bits, std::uint32_t shared, bool is_exp_a, std::uint32_t width) {
    const auto exponent = static_cast<int>(bits >> 23 & 0xFF);
    if (exponent == 0) return 0;
    std::uint32_t mantissa = bits & 0x7FFFFF;
    if (is_exp_a && exponent - kBias + kBiasA > 31) mantissa = 0x7FFFFF;
    if (is_exp_a && exponent - kBias + kBiasA < 0) mantissa = 0;
    mantissa |= 1u << 23;
    mantissa >>= std::min(shared - exponent_of(bits, is_exp_a), 31u);

    const std::uint32_t magnitude_bits = width - 1, drop = 24 - magnitude_bits;
    const std::uint32_t tie_breaker = mantissa >> drop & 1;
    std::uint32_t magnitude = (mantissa + (1u << (drop - 1)) - 1 + tie_breaker) >> drop;
    magnitude = std::min(magnitude, (1u << magnitude_bits) - 1);
    return magnitude == 0 ? 0 : bits >> 31 << magnitude_bits | magnitude;
}

// A value too small for float's normal range is flushed to zero.
float decode(std::uint32_t code, std::uint32_t shared, bool is_exp_a, std::uint32_t width) {
    const std::uint32_t magnitude_bits = width - 1;
    const std::uint32_t magnitude = code & ((1u << magnitude_bits) - 1);
    const std::uint32_t sign = code >> magnitude_bits << 31;
    if (magnitude == 0) return std::bit_cast<float>(sign);
    const auto shift =
        static_cast<std::uint32_t>(std::countl_zero(magnitude)) - (32 - magnitude_bits);
    if (shift > shared) return 0.0f;
    const std::uint32_t exponent = shared - shift + (is_exp_a ? kBias - kBiasA : 0);
    const std::uint32_t fraction = magnitude << (shift + 1) & ((1u << magnitude_bits) - 1);
    return std::bit_cast<float>(sign | exponent << 23 | fraction << (23 - magnitude_bits));
}

template <typename T>
void pack_tile(const T* in, std::uint8_t* out, const Layout& tile, bool row_major, bool is_exp_a) {
    for (std::uint32_t row = 0; row < tile.rows; row++) {
        const T* values = in + (row_major ? tile.row_major(row) : row * kShare);
        std::uint32_t bits[kShare], shared = 0;
        for (std::uint32_t i = 0; i < kShare; i++) {
            bits[i] = std::bit_cast<std::uint32_t>(static_cast<float>(values[i]));
            shared = std::max(shared, exponent_of(bits[i], is_exp_a));
        }
        out[row] = static_cast<std::uint8_t>(shared);
        std::uint8_t* data = out + tile.exponent_bytes + row * kShare * tile.bits / 8;
        for (std::uint32_t i = 0; i < kShare; i++) {
            const std::uint32_t at = i * tile.bits;
            data[at / 8] |=
                static_cast<std::uint8_t>(encode(bits[i], shared, is_exp_a, tile.bits) << at % 8);
        }
    }
}

void unpack_tile(const std::uint8_t* in, float* out, const Layout& tile, bool row_major,
                 bool is_exp_a) {
    for (std::uint32_t row = 0; row < tile.rows; row++) {
        float* values = out + (row_major ? tile.row_major(row) : row * kShare);
        const std::uint8_t* data = in + tile.exponent_bytes + row * kShare * tile.bits / 8;
        for (std::uint32_t i = 0; i < kShare; i++) {
            const std::uint32_t at = i * tile.bits;
            const std::uint32_t code = data[at / 8] >> at % 8 & ((1u << tile.bits) - 1);
            values[i] = decode(code, in[row], is_exp_a, tile.bits);
        }
    }
}

template <std::uint32_t Bits, typename T>
std::vector<std::uint32_t> pack(ttsl::Span<const T> data, bool row_major, bool is_exp_a,
                                const std::optional<Tile>& shape) {
    const Layout tile(shape.value_or(Tile()), Bits);
    require(data.size() % tile.values == 0, Fault::tile_shape,
            "{} values are not whole tiles of {}", data.size(), tile.values);
    const std::size_t tiles = data.size() / tile.values;
    std::vector<std::uint32_t> words(tiles * tile.bytes / sizeof(std::uint32_t));
    auto* bytes = reinterpret_cast<std::uint8_t*>(words.data());
    for (std::size_t i = 0; i < tiles; i++)
        pack_tile(data.data() + i * tile.values, bytes + i * tile.bytes, tile, row_major, is_exp_a);
    return words;
}

std::vector<float> unpack(ttsl::Span<const std::uint32_t> words, std::uint32_t bits, bool row_major,
                          bool is_exp_a, const std::optional<Tile>& shape) {
    const Layout tile(shape.value_or(Tile()), bits);
    require(words.size_bytes() % tile.bytes == 0, Fault::tile_shape,
            "{} bytes are not whole tiles of {}", words.size_bytes(), tile.bytes);
    const std::size_t tiles = words.size_bytes() / tile.bytes;
    std::vector<float> values(tiles * tile.values);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
    for (std::size_t i = 0; i < tiles; i++)
        unpack_tile(bytes + i * tile.bytes, values.data() + i * tile.values, tile, row_major,
                    is_exp_a);
    return values;
}

}  // namespace

template <typename T>
std::vector<std::uint32_t> pack_as_bfp8_tiles(ttsl::Span<const T> data, bool row_major_input,
                                              bool is_exp_a, const std::optional<Tile>& tile) {
    return pack<8>(data, row_major_input, is_exp_a, tile);
}

template <typename T>
std::vector<std::uint32_t> pack_as_bfp4_tiles(ttsl::Span<const T> data, bool row_major_input,
                                              bool is_exp_a, const std::optional<Tile>& tile) {
    return pack<4>(data, row_major_input, is_exp_a, tile);
}

template <typename T>
std::vector<std::uint32_t> pack_as_bfp2_tiles(ttsl::Span<const T> data, bool row_major_input,
                                              bool is_exp_a, const std::optional<Tile>& tile) {
    return pack<2>(data, row_major_input, is_exp_a, tile);
}

std::vector<float> unpack_bfp8_tiles_into_float_vec(ttsl::Span<const std::uint32_t> bfp_tiles,
                                                    bool row_major_output, bool is_exp_a,
                                                    const std::optional<Tile>& tile) {
    return unpack(bfp_tiles, 8, row_major_output, is_exp_a, tile);
}

std::vector<float> unpack_bfp4_tiles_into_float_vec(ttsl::Span<const std::uint32_t> bfp_tiles,
                                                    bool row_major_output, bool is_exp_a,
                                                    const std::optional<Tile>& tile) {
    return unpack(bfp_tiles, 4, row_major_output, is_exp_a, tile);
}

std::vector<float> unpack_bfp2_tiles_into_float_vec(ttsl::Span<const std::uint32_t> bfp_tiles,
                                                    bool row_major_output, bool is_exp_a,
                                                    const std::optional<Tile>& tile) {
    return unpack(bfp_tiles, 2, row_major_output, is_exp_a, tile);
}

// The element types that upstream offers.
#define IB_PACK(function, T)                                                         \
    template std::vector<std::uint32_t> function<T>(ttsl::Span<const T>, bool, bool, \
                                                    const std::optional<Tile>&);
#define IB_INSTANTIATE(T)          \
    IB_PACK(pack_as_bfp8_tiles, T) \
    IB_PACK(pack_as_bfp4_tiles, T) \
    IB_PACK(pack_as_bfp2_tiles, T)
IB_INSTANTIATE(float)
IB_INSTANTIATE(bfloat16)
IB_INSTANTIATE(std::int32_t)
IB_INSTANTIATE(std::uint32_t)
IB_INSTANTIATE(std::uint16_t)
IB_INSTANTIATE(std::uint8_t)
IB_INSTANTIATE(std::int8_t)
#undef IB_INSTANTIATE
