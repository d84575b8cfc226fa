// Unpackers: one per pair of formats, made from a reader of 16 datums.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/unpack/unpack.cpp"
#include "tile/unpack.hpp"

#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <cstring>

#include "tile/simd/words-inl.h"
#include "tile/unpack/rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

HWY_INLINE Word load_u16(const std::uint8_t* p) {
    const hn::Rebind<std::uint16_t, Words> d;
    return hn::PromoteTo(Words(), hn::LoadU(d, reinterpret_cast<const std::uint16_t*>(p)));
}
HWY_INLINE Word load_u8(const std::uint8_t* p) {
    const hn::Rebind<std::uint8_t, Words> d;
    return hn::PromoteTo(Words(), hn::LoadU(d, p));
}
HWY_INLINE Word load_u32(const std::uint8_t* p) {
    return hn::LoadU(Words(), reinterpret_cast<const std::uint32_t*>(p));
}

// A reader turns kLanes datums from number `i` of a run into words. kShared: exponents precede
// them.

struct Raw32 {  // no conversion, to Dst
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return load_u32(run.data + 4 * i);
    }
};

struct Raw16 {  // to the upper half
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return hn::ShiftLeft<16>(load_u16(run.data + 2 * i));
    }
};

struct Bf16 {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return flushed(Raw16::read(run, i));
    }
};

struct Fp16 {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return widened_fp16(Raw16::read(run, i));
    }
};

template <std::uint32_t kept>
struct Fp32 {  // to TF32 or BF16
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return flushed(hn::And(Raw32::read(run, i), word(kept)));
    }
};

struct Fp32ToFp16 {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return widened_fp16(narrowed_fp16(Raw32::read(run, i), 0));
    }
};

struct Fp8 {  // e5m2: FP16 without its low byte; Blackhole reads all ones as the largest FP16
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return widened_fp16(hn::ShiftLeft<24>(load_u8(run.data + i)));
    }
};

struct Fp8Blackhole {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const Word top = hn::ShiftLeft<24>(load_u8(run.data + i));
        const auto ones = hn::Eq(hn::And(top, word(0x7f000000u)), word(0x7f000000u));
        return widened_fp16(hn::Or(top, hn::IfThenElseZero(ones, word(0x00ff0000u))));
    }
};

struct Fp8e4m3 {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const Word byte = load_u8(run.data + i);
        const Word magnitude = hn::And(byte, word(0x7f));
        const Word half = hn::Add(hn::ShiftLeft<23>(magnitude), word(8u << 26));
        const auto ones = hn::Eq(magnitude, word(0x7f));
        const Word padded = hn::Or(half, hn::IfThenElseZero(ones, word(0x7fu << 16)));
        const Word value = hn::Or(padded, hn::And(hn::ShiftLeft<24>(byte), word(kSign)));
        return widened_fp16(hn::IfThenZeroElse(hn::Lt(magnitude, word(8)), value));
    }
};

// Sign and magnitude in one byte, as a float of equal value.
HWY_INLINE Word signed_byte(Word byte) {
    const hn::RebindToSigned<Words> di;
    const Word magnitude = hn::And(byte, word(0x7f));
    const Word value = as_word(hn::ConvertTo(Floats(), hn::BitCast(di, magnitude)));
    return flushed(hn::Or(value, hn::And(hn::ShiftLeft<24>(byte), word(kSign))));
}

struct Int8 {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        return signed_byte(load_u8(run.data + i));
    }
};

struct UInt8 {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const hn::RebindToSigned<Words> di;
        return as_word(hn::ConvertTo(Floats(), hn::BitCast(di, load_u8(run.data + i))));
    }
};

// The first kLanes of sixteen bytes.
template <class Bytes>
HWY_INLINE Word first_bytes(Bytes bytes) {
    if constexpr (kLanes == 16)
        return hn::PromoteTo(Words(), bytes);
    else if constexpr (kLanes == 8)
        return hn::PromoteTo(Words(), hn::LowerHalf(hn::FixedTag<std::uint8_t, 8>(), bytes));
    else
        return hn::PromoteTo(Words(),
                             hn::LowerHalf(hn::FixedTag<std::uint8_t, 4>(), hn::LowerHalf(bytes)));
}

// Block formats: BFP4 and BFP2 are BFP8 with low bits of zero. Every lane gets the byte that holds
// its datum, lower bits first, and moves it to the top.
template <std::uint32_t bits>
HWY_INLINE Word load_block(const Run& run, std::uint32_t i) {
    if constexpr (bits == 8) {
        return load_u8(run.data + i);
    } else {
        constexpr std::uint32_t kPer = 8 / bits;
        const hn::FixedTag<std::uint8_t, 16> d8;
        std::uint64_t packed = 0;
        std::memcpy(&packed, run.data + i / kPer, kLanes / kPer);
        const auto bytes = hn::BitCast(d8, hn::Set(hn::FixedTag<std::uint64_t, 2>(), packed));
        auto spread = hn::InterleaveLower(d8, bytes, bytes);
        if constexpr (bits == 2) spread = hn::InterleaveLower(d8, spread, spread);
        const Word place = hn::And(hn::Iota(Words(), i), word(kPer - 1));
        const Word up = hn::Sub(word(8 - bits), hn::Mul(place, word(bits)));
        return hn::And(hn::Shl(first_bytes(spread), up), word(0x100u - (1u << (8 - bits))));
    }
}

// The magnitude as a float brings its own normalisation; the shared exponent is added to it and
// wraps as on the chip. A sign without magnitude stands for minus infinity.
template <std::uint32_t bits, bool five_bit_exponent>
struct Block {
    static constexpr bool kShared = true;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const hn::RebindToSigned<Words> di;
        const Word byte = load_block<bits>(run, i);
        const Word sign = hn::And(hn::ShiftLeft<24>(byte), word(kSign));
        const Word magnitude = hn::And(byte, word(0x7f));
        const Word number = as_word(hn::ConvertTo(Floats(), hn::BitCast(di, magnitude)));
        Word scaled = hn::Add(number, word((run.exponent[i / 16] - 133u) << 23));
        std::uint32_t infinity = kExponent;
        if constexpr (five_bit_exponent) {
            const Word field = hn::And(scaled, word(31u << 23));
            const Word rebiased = hn::Add(field, word(kRebias));
            const Word five = hn::Or(rebiased, hn::And(scaled, word(0x7fffffu)));
            scaled = hn::IfThenZeroElse(hn::Eq(field, hn::Zero(Words())), five);
            infinity = 143u << 23;
        }
        const Word value = flushed(hn::Or(hn::AndNot(word(kSign), scaled), sign));
        const auto negative = hn::Ne(sign, hn::Zero(Words()));
        const Word none = hn::IfThenElseZero(negative, word(kSign | infinity));
        return hn::IfThenElse(hn::Eq(magnitude, hn::Zero(Words())), none, value);
    }
};

// ---- whole tiles

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
}
template <class Reader, bool fine>
void tilize_src(const std::uint8_t* l1, std::uint32_t row_bytes, Shape shape, SrcTile& out) {
    tilize_tile<Reader>(l1, row_bytes, shape, out);
    out.fine = fine;
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

const UnpackRows* unpack_rows() {
    static constexpr UnpackRows kRows = {kSrcRows, kDstRows};
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

}  // namespace

UnpackSrc src_unpacker(Format in, Format reg, Silicon silicon) {
    const SrcRow* row = find_src(in, reg, silicon);
    return row == nullptr ? nullptr : row->unpack;
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
