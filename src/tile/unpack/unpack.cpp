// Unpackers: one per pair of formats, made from a reader of 16 datums.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/unpack/unpack.cpp"
#endif
#include "tile/unpack.hpp"

#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <cstring>

#include "tile/unpack/readers-inl.h"
#include "tile/unpack/rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

template <class Reader>
HWY_INLINE void read_row(const Run& run, std::uint32_t first, std::uint32_t* out) {
    for (std::uint32_t c = 0; c < 16; c += kLanes) store(Reader::read(run, first + c), out + c);
}

void clear_row(std::uint32_t* out) {
    for (std::uint32_t c = 0; c < 16; c += kLanes) store(hn::Zero(Words()), out + c);
}

template <class Reader, class Tile>
void unpack_tile(const std::uint8_t* l1, Shape shape, Tile& out) {
    const std::uint32_t exponents = Reader::kShared ? (shape.datums() / 16 + 15) / 16 * 16 : 0;
    const Run run = {l1, l1 + exponents};
    std::uint32_t* row = out.word.data();
    std::uint32_t datum = 0;
    for (std::uint32_t face = 0; face < 4; face++)
        for (std::uint32_t r = 0; r < 16; r++, row += 16)
            if (face < shape.faces() && r < shape.face_rows) {
                read_row<Reader>(run, datum, row);
                datum += 16;
            } else {
                clear_row(row);
            }
}

template <class Reader, class Tile>
void tilize_tile(const std::uint8_t* l1, std::uint32_t row_bytes, Shape shape, Tile& out) {
    std::uint32_t* row = out.word.data();
    for (std::uint32_t face = 0; face < 4; face++)
        for (std::uint32_t r = 0; r < 16; r++, row += 16)
            if (face < shape.faces() && r < shape.face_rows) {
                const std::uint32_t down = face / shape.across * shape.face_rows + r;
                const Run run = {nullptr, l1 + std::size_t{down} * row_bytes};
                read_row<Reader>(run, face % shape.across * 16, row);
            } else {
                clear_row(row);
            }
}

template <class Reader, bool fine>
void unpack_src(const std::uint8_t* l1, Shape shape, SrcTile& out) {
    unpack_tile<Reader>(l1, shape, out);
    out.fine = fine;
    out.layout = SrcLayout::words;
}
template <class Reader, bool fine, SrcLayout layout>
void unpack_bits(const std::uint8_t* l1, Shape shape, SrcTile& out) {
    unpack_tile<Reader>(l1, shape, out);
    out.fine = fine;
    out.layout = layout;
}
template <class Reader, bool fine>
void tilize_src(const std::uint8_t* l1, std::uint32_t row_bytes, Shape shape, SrcTile& out) {
    tilize_tile<Reader>(l1, row_bytes, shape, out);
    out.fine = fine;
    out.layout = SrcLayout::words;
}
template <class Reader>
void unpack_dst(const std::uint8_t* l1, Shape shape, DstTile& out) {
    unpack_tile<Reader>(l1, shape, out);
}
template <class Reader>
void tilize_dst(const std::uint8_t* l1, std::uint32_t row_bytes, Shape shape, DstTile& out) {
    tilize_tile<Reader>(l1, row_bytes, shape, out);
}

template <class Reader, bool fine>
constexpr SrcRow src_row(Format in, Format reg, bool blackhole = false) {
    return {in, reg, blackhole, unpack_src<Reader, fine>, tilize_src<Reader, fine>};
}
template <std::uint32_t bits, bool five>
constexpr SrcRow block_row(Format in, Format reg) {
    return {in, reg, false, unpack_src<Block<bits, five>, false>, nullptr};
}
template <class Reader>
constexpr DstRow dst_row(Format in) {
    return {in, unpack_dst<Reader>, tilize_dst<Reader>};
}

using enum Format;
constexpr SrcRow kSrcRows[] = {
    src_row<Bf16, false>(float16_b, float16_b),
    src_row<Bf16, false>(float16_b, tf32),
    block_row<8, false>(bfp8_b, bfp8_b),
    block_row<8, false>(bfp8_b, float16_b),
    block_row<4, false>(bfp4_b, bfp4_b),
    block_row<4, false>(bfp4_b, bfp8_b),
    block_row<4, false>(bfp4_b, float16_b),
    block_row<2, false>(bfp2_b, bfp2_b),
    block_row<2, false>(bfp2_b, bfp8_b),
    block_row<2, false>(bfp2_b, float16_b),
    src_row<Fp32<0xffffe000u>, true>(float32, tf32),
    src_row<Fp32<0xffffe000u>, true>(float32, float32),  // Src is no wider than TF32
    src_row<Fp32<0xffff0000u>, false>(float32, float16_b),
    src_row<Fp32ToFp16, true>(float32, float16),
    src_row<Fp32<0xffffe000u>, true>(tf32, tf32),
    src_row<Fp32<0xffff0000u>, false>(tf32, float16_b),
    src_row<Fp16, true>(float16, float16),
    block_row<8, true>(bfp8, bfp8),
    block_row<8, true>(bfp8, float16),
    block_row<4, true>(bfp4, bfp4),
    block_row<4, true>(bfp4, bfp8),
    block_row<4, true>(bfp4, float16),
    block_row<2, true>(bfp2, bfp2),
    block_row<2, true>(bfp2, bfp8),
    block_row<2, true>(bfp2, float16),
    src_row<Fp8, false>(lf8, lf8),
    src_row<Fp8, false>(lf8, float16),
    src_row<Fp8Blackhole, true>(lf8, lf8, true),
    src_row<Fp8Blackhole, true>(lf8, float16, true),
    src_row<Fp8e4m3, true>(fp8_e4m3, fp8_e4m3, true),
    src_row<Fp8e4m3, true>(fp8_e4m3, lf8, true),
    src_row<Fp8e4m3, true>(fp8_e4m3, float16, true),
    src_row<Int8, false>(int8, int8),
    src_row<UInt8, false>(uint8, uint8),
    src_row<UInt8, false>(uint8, int8),
    src_row<Raw16, false>(uint16, uint16),
};

constexpr DstRow kDstRows[] = {
    dst_row<Raw32>(float32), dst_row<Raw32>(tf32),    dst_row<Raw32>(int32),
    dst_row<Raw32>(uint32),  dst_row<Raw16>(float16), dst_row<Raw16>(float16_b),
    dst_row<Raw16>(uint16),
};

constexpr CopyRow kCopyRows[] = {
    {float16_b, float16_b, unpack_bits<Raw16, false, SrcLayout::bits>},
    {float32, float16_b, unpack_bits<Fp32ToBf16Bits, false, SrcLayout::bits>},
    {float16, float16, unpack_bits<Fp16Bits, true, SrcLayout::half_bits>},
};

const UnpackRows* unpack_rows() {
    static constexpr UnpackRows kRows = {kSrcRows, kDstRows, kCopyRows};
    return &kRows;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {

HWY_EXPORT(unpack_rows);

const UnpackRows& rows() {
    return *HWY_DYNAMIC_DISPATCH(unpack_rows)();
}

// Rows that only Blackhole has, or has in its own way, come after those of both chips.
const SrcRow* find_src(Format in, Format reg, Silicon silicon) {
    const SrcRow* found = nullptr;
    for (const SrcRow& row : rows().src)
        if (row.in == in && row.reg == reg && (!row.blackhole || silicon == Silicon::blackhole))
            found = &row;
    return found;
}

const DstRow* find_dst(Format in) {
    for (const DstRow& row : rows().dst)
        if (row.in == in) return &row;
    return nullptr;
}

UnpackSrc find_copy(Format in, Format reg) {
    for (const CopyRow& row : rows().copied)
        if (row.in == in && row.reg == reg) return row.unpack;
    return nullptr;
}

// Smaller tiles lack rows, which must be zero: they take the usual way. The rest stays where it is
// until somebody owns it.
void lend_bf16(const std::uint8_t* l1, Shape shape, SrcTile& out, UnpackSrc smaller) {
    if (shape != Shape{}) [[unlikely]]
        return smaller(l1, shape, out);
    out.fine = false;
    out.layout = SrcLayout::pairs_in0;
    out.lent = reinterpret_cast<const std::uint32_t*>(l1);
}
void lend_to_copy(const std::uint8_t* l1, Shape shape, SrcTile& out) {
    lend_bf16(l1, shape, out, find_copy(Format::float16_b, Format::float16_b));
}
void lend_to_matmul(const std::uint8_t* l1, Shape shape, SrcTile& out) {
    lend_bf16(l1, shape, out, src_unpacker(Format::float16_b, Format::float16_b));
}

}  // namespace

UnpackSrc src_unpacker(Format in, Format reg, Silicon silicon) {
    const SrcRow* row = find_src(in, reg, silicon);
    return row == nullptr ? nullptr : row->unpack;
}
UnpackSrc copy_unpacker(Format in, Format reg, Silicon silicon) {
    const bool bf16 = in == Format::float16_b && reg == Format::float16_b;
    if (bf16) return lend_to_copy;
    const UnpackSrc bits = find_copy(in, reg);
    return bits != nullptr ? bits : src_unpacker(in, reg, silicon);
}
UnpackSrc bf16_lender() {
    return lend_to_matmul;
}
TilizeSrc src_tilizer(Format in, Format reg, Silicon silicon) {
    const SrcRow* row = find_src(in, reg, silicon);
    return row == nullptr ? nullptr : row->tilize;
}
UnpackDst dst_unpacker(Format in) {
    const DstRow* row = find_dst(in);
    return row == nullptr ? nullptr : row->unpack;
}
TilizeDst dst_tilizer(Format in) {
    const DstRow* row = find_dst(in);
    return row == nullptr ? nullptr : row->tilize;
}

}  // namespace ironbird::tile
#endif
