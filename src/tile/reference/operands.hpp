// Random and adversarial tiles for tests, both as our registers hold them and as reference data.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "tile/format.hpp"
#include "tile/reference/formats.hpp"
#include "tile/unpack.hpp"

namespace ironbird::tile::reference {

// How the floats of a tile are spread.
enum class Mix {
    normal,    // ordinary data
    narrow,    // few exponents and few fractions: ties and cancellation
    wide,      // all exponents: alignment, overflow, underflow
    sparse,    // mostly zeros and denormals
    bit_soup,  // any pattern
};
inline constexpr Mix kMixes[] = {Mix::normal, Mix::narrow, Mix::wide, Mix::sparse, Mix::bit_soup};

using Random = std::mt19937;

inline uint32_t draw(Random& random, Mix mix, uint32_t centre) {
    const uint32_t bits = static_cast<uint32_t>(random());
    switch (mix) {
        case Mix::normal:
            return std::bit_cast<uint32_t>(std::normal_distribution<float>()(random));
        case Mix::narrow:
            return (bits & 0x80000000) | (centre - 2 + bits % 4) << 23 | (bits >> 4 & 7) << 20;
        case Mix::wide:
            return (bits & 0x807fffff) | static_cast<uint32_t>(1 + random() % 254) << 23;
        case Mix::sparse:
            return bits % 4 == 0 ? (bits & 0x807fffff) | centre << 23 : bits & 0x807fffff;
        case Mix::bit_soup:
            break;
    }
    return bits;
}

struct Operand {
    SrcTile tile;
    Datum datum[kTileDatums];
    bool half = false;
    const Datum& at(uint32_t row, uint32_t column) const {
        return datum[(row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16];
    }
};

// L1 bytes of a whole tile.
inline std::vector<std::uint8_t> bytes(Format format, Mix mix, Random& random) {
    std::vector<std::uint8_t> l1(bytes_of(format, {}));
    const FormatRow& row = *find(format);
    const uint32_t centre = 126;
    if (row.shared_exponent) {
        for (std::uint8_t& b : l1) b = static_cast<std::uint8_t>(random());
        for (uint32_t i = 0; i < 64 && mix != Mix::bit_soup && mix != Mix::wide; i++)
            l1[i] = static_cast<std::uint8_t>((row.family == Family::a ? 13 : centre) + i % 4);
        for (uint32_t i = 64; i < l1.size() && mix == Mix::normal; i++)
            if (l1[i] % 128 == 0) l1[i]++;  // no infinities
        return l1;
    }
    for (uint32_t i = 0; i < kTileDatums; i++) {
        const uint32_t w = draw(random, mix, centre);
        const bool any = mix == Mix::bit_soup;
        const uint32_t h = format == Format::float16 && !any ? to_fp16(w) : w >> 16;
        if (row.bits == 32) std::memcpy(&l1[4 * i], &w, 4);
        if (row.bits == 16) std::memcpy(&l1[2 * i], &h, 2);
        if (row.bits == 8) l1[i] = static_cast<std::uint8_t>(random());
    }
    return l1;
}

inline Datum datum_at(const std::vector<std::uint8_t>& l1, Format in, Format reg, uint32_t i,
                      bool blackhole) {
    const FormatRow& row = *find(in);
    if (row.shared_exponent) {
        const uint32_t at = i * row.bits;
        const uint32_t raw = l1[64 + at / 8] >> (at % 8) & ((1u << row.bits) - 1);
        return from_block(raw, row.bits, l1[i / 16], row.family == Family::a);
    }
    uint32_t w = 0;
    std::memcpy(&w, &l1[i * row.bits / 8], row.bits / 8);
    using enum Format;
    switch (in) {
        case float32:
        case tf32:
            return from_fp32(w, reg);
        case float16_b:
            return from_bf16(w);
        case float16:
            return from_fp16(w);
        case lf8:
            return from_fp8(w, blackhole);
        case fp8_e4m3:
            return from_e4m3(w);
        default:
            throw std::invalid_argument("not a float");
    }
}

inline std::unique_ptr<Operand> operand(Format in, Format reg, Mix mix, Random& random,
                                        Silicon silicon = Silicon::wormhole) {
    auto made = std::make_unique<Operand>();
    const std::vector<std::uint8_t> l1 = bytes(in, mix, random);
    src_unpacker(in, reg, silicon)(l1.data(), {}, made->tile);
    made->half = find(reg)->family == Family::a;
    for (uint32_t i = 0; i < kTileDatums; i++)
        made->datum[i] = datum_at(l1, in, reg, i, silicon == Silicon::blackhole);
    return made;
}

// The rows of a tile that a smaller one has, as L1 holds them: exponents first, filled up to 16
// bytes.
inline std::vector<std::uint8_t> small_bytes(Format format, Shape shape,
                                             const std::vector<std::uint8_t>& whole) {
    std::vector<std::uint8_t> l1(bytes_of(format, shape));
    const FormatRow& row = *find(format);
    const uint32_t bytes = 16u * row.bits / 8, data = row.shared_exponent ? 64 : 0;
    const uint32_t rows = shape.faces() * shape.face_rows;
    const uint32_t first = row.shared_exponent ? (rows + 15) / 16 * 16 : 0;
    for (uint32_t n = 0; n < rows; n++) {
        const uint32_t from = n / shape.face_rows * 16 + n % shape.face_rows;
        if (row.shared_exponent) l1[n] = whole[from];
        std::copy_n(&whole[data + from * bytes], bytes, &l1[first + n * bytes]);
    }
    return l1;
}

inline std::unique_ptr<Operand> small_operand(Format in, Format reg, Shape shape, Mix mix,
                                              Random& random) {
    auto made = std::make_unique<Operand>();
    const std::vector<std::uint8_t> whole = bytes(in, mix, random);
    src_unpacker(in, reg)(small_bytes(in, shape, whole).data(), shape, made->tile);
    made->half = find(reg)->family == Family::a;
    for (uint32_t i = 0; i < kTileDatums; i++)
        if (i / 256 < shape.faces() && i / 16 % 16 < shape.face_rows)
            made->datum[i] = datum_at(whole, in, reg, i, false);
    return made;
}

// Dst contents of a kind, with every sort of value.
inline std::unique_ptr<DstTile> dst_tile(DstKind kind, Mix mix, Random& random) {
    auto made = std::make_unique<DstTile>();
    for (uint32_t& w : made->word) {
        const uint32_t f = draw(random, mix, 126);
        const bool any = mix == Mix::bit_soup;
        w = kind == DstKind::bf16                             ? f & 0xffff0000
            : kind == DstKind::fp16 && !any                   ? to_fp16(f) << 16
            : kind == DstKind::fp16 || kind == DstKind::raw16 ? f & 0xffff0000
                                                              : f;
    }
    return made;
}

}  // namespace ironbird::tile::reference
