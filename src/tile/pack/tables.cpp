// The conversions of the packer and their tables.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/pack/tables.cpp"
#include "tile/pack/tables.hpp"

#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>
#include <cstring>

#include "tile/pack/accumulate.hpp"
#include "tile/simd/dst-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

using Ints = hn::RebindToSigned<Words>;

// ---- early: from a Dst word to the float, or integer, that the packer reads

HWY_INLINE Word nan_to_infinity(Word w) {
    const auto nan = hn::Gt(hn::AndNot(word(kSign), w), word(kExponent));
    return hn::IfThenElse(nan, hn::And(w, word(kSign | kExponent)), w);
}

struct Same {
    static HWY_INLINE Word read(Word w) { return w; }
};
struct Bf16ToBf16 {
    static HWY_INLINE Word read(Word w) { return flushed(nan_to_infinity(w)); }
};
struct Fp32ToBf16 {
    static HWY_INLINE Word read(Word w) {
        const Word r = hn::Add(nan_to_infinity(w), word(0x8000u));
        return flushed(hn::And(r, word(0xffff0000u)));
    }
};
struct Fp32ToTf32 {
    static HWY_INLINE Word read(Word w) {
        const Word r = hn::Add(nan_to_infinity(w), word(0x1000u));
        return flushed(hn::And(r, word(0xffffe000u)));
    }
};
// Six mantissa bits: one is added at the seventh and then cut off, with what lies below ignored.
struct ToE8M6 {
    static HWY_INLINE Word read(Word w) {
        const Word cut = hn::And(nan_to_infinity(w), word(0xffff0000u));
        return flushed(hn::And(hn::Add(cut, word(0x10000u)), word(0xfffe0000u)));
    }
};
// The same where Dst holds BF16: denormals go before the rounding.
struct Bf16ToE8M6 {
    static HWY_INLINE Word read(Word w) {
        const Word r = hn::Add(Bf16ToBf16::read(w), word(0x10000u));
        return hn::And(r, word(0xfffe0000u));
    }
};
struct Fp16ToFp16 {
    static HWY_INLINE Word read(Word w) { return widened_fp16(w); }
};
struct Fp16ToE5M6 {
    static HWY_INLINE Word read(Word w) {
        const Word magnitude = hn::And(w, word(0x7fff0000u));
        const Word most = hn::Or(hn::And(w, word(kSign)), word(0x7ff00000u));
        const Word v = hn::IfThenElse(hn::Gt(magnitude, word(0x7ff70000u)), most, w);
        return widened_fp16(hn::And(hn::Add(v, word(0x80000u)), word(0xfff00000u)));
    }
};
struct UpperHalf {
    static HWY_INLINE Word read(Word w) { return hn::ShiftRight<16>(w); }
};
struct LowerHalf {
    static HWY_INLINE Word read(Word w) { return hn::And(w, word(0xffffu)); }
};
// Integers saturate at what a byte of sign and magnitude, or without sign, can hold.
struct ToInt8 {
    static HWY_INLINE Word read(Word w) {
        const auto v = hn::BitCast(Ints(), w);
        const auto magnitude = hn::Min(hn::BitCast(Words(), hn::Abs(v)), word(127));
        return hn::Or(magnitude, hn::ShiftLeft<7>(hn::ShiftRight<31>(w)));
    }
};
struct ToUInt8 {
    static HWY_INLINE Word read(Word w) {
        const auto v = hn::Max(hn::BitCast(Ints(), w), hn::Zero(Ints()));
        return hn::Min(hn::BitCast(Words(), v), word(255));
    }
};
// 16-bit Dst that passes 8-bit integers through.
template <class To>
struct Upper {
    static HWY_INLINE Word read(Word w) {
        return To::read(hn::BitCast(Words(), hn::ShiftRight<16>(hn::BitCast(Ints(), w))));
    }
};

template <class Early>
void read_tile(const DstTile& d, std::uint32_t* out) {
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes)
        store(Early::read(load(&d.word[at])), out + at);
}

void relu(std::uint32_t* words, Relu mode, std::uint32_t threshold) {
    const Word limit = word(threshold);
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word w = load(words + at);
        const auto negative = hn::Ne(hn::And(w, word(kSign)), hn::Zero(Words()));
        Word r = hn::IfThenZeroElse(negative, w);
        if (mode == Relu::min_threshold) r = hn::IfThenElseZero(hn::Gt(r, limit), r);
        if (mode == Relu::max_threshold) {
            const auto above = hn::Gt(hn::ShiftRight<13>(r), hn::ShiftRight<13>(limit));
            r = hn::IfThenElse(above, limit, r);
        }
        store(r, words + at);
    }
}

// ---- late: sixteen floats or integers to their bytes in L1

// FP16 in the lower half, cut; out of range gives zero or all ones. An exponent of zero stays.
HWY_INLINE Word cut_to_fp16(Word w) {
    const Word sign = hn::ShiftRight<16>(hn::And(w, word(kSign)));
    const Word magnitude = hn::AndNot(word(kSign), w);
    const Word shifted = hn::ShiftRight<13>(hn::Sub(magnitude, word(kRebias)));
    const Word large =
        hn::IfThenElse(hn::Gt(magnitude, word((143u << 23) | 0x7fffffu)), word(0x7fffu), shifted);
    const Word value = hn::IfThenZeroElse(hn::Lt(magnitude, word(kRebias)), large);
    return hn::Or(sign, value);
}

HWY_INLINE void put_u16(Word w, std::uint8_t* out) {
    const hn::Rebind<std::uint16_t, Words> d;
    hn::StoreU(hn::DemoteTo(d, hn::BitCast(Ints(), w)), d, reinterpret_cast<std::uint16_t*>(out));
}
HWY_INLINE void put_u8(Word w, std::uint8_t* out) {
    const hn::Rebind<std::uint8_t, Words> d;
    hn::StoreU(hn::DemoteTo(d, hn::BitCast(Ints(), w)), d, out);
}

// Denormals to zeros of their sign.
HWY_INLINE Float signed_flush(Word w) {
    const auto tiny = hn::Eq(hn::And(w, word(kExponent)), hn::Zero(Words()));
    return as_float(hn::IfThenElse(tiny, hn::And(w, word(kSign)), w));
}

template <std::uint32_t kept>
struct Out32 {
    static constexpr std::uint32_t kBytes = 4;
    static HWY_INLINE void put(Word w, std::uint8_t* out) {
        hn::StoreU(hn::And(w, word(kept)), Words(), reinterpret_cast<std::uint32_t*>(out));
    }
};
struct OutBf16 {
    static constexpr std::uint32_t kBytes = 2;
    static HWY_INLINE void put(Word w, std::uint8_t* out) { put_u16(hn::ShiftRight<16>(w), out); }
};
struct OutFp16 {
    static constexpr std::uint32_t kBytes = 2;
    static HWY_INLINE void put(Word w, std::uint8_t* out) { put_u16(cut_to_fp16(w), out); }
};
struct OutU16 {
    static constexpr std::uint32_t kBytes = 2;
    static HWY_INLINE void put(Word w, std::uint8_t* out) { put_u16(w, out); }
};
struct OutU8 {
    static constexpr std::uint32_t kBytes = 1;
    static HWY_INLINE void put(Word w, std::uint8_t* out) { put_u8(w, out); }
};
struct OutFp8 {
    static constexpr std::uint32_t kBytes = 1;
    static HWY_INLINE void put(Word w, std::uint8_t* out) {
        put_u8(hn::ShiftRight<8>(cut_to_fp16(w)), out);
    }
};
struct OutFp8e4m3 {
    static constexpr std::uint32_t kBytes = 1;
    static HWY_INLINE void put(Word w, std::uint8_t* out) {
        const Word half = cut_to_fp16(w);
        const Word magnitude = hn::And(half, word(0x7fff));
        Word value = hn::ShiftRight<7>(hn::Sub(magnitude, word(8u << 10)));
        value = hn::IfThenElse(hn::Gt(magnitude, word((24u << 10) - 1)), word(0x7f), value);
        value = hn::IfThenZeroElse(hn::Lt(magnitude, word(9u << 10)), value);
        put_u8(hn::Or(value, hn::And(hn::ShiftRight<8>(half), word(0x80))), out);
    }
};

// A row of 16 with plain datums.
template <class Out>
struct Plain {
    static constexpr bool kRows = true;
    static constexpr std::uint32_t kRowBytes = 16 * Out::kBytes;
    static std::uint8_t* data(std::uint8_t* l1, Shape) { return l1; }
    static HWY_INLINE void put(const std::uint32_t* words, std::uint8_t* row, std::uint8_t*) {
        for (std::uint32_t c = 0; c < 16; c += kLanes)
            Out::put(load(words + c), row + c * Out::kBytes);
    }
};

// Sums without infinities and NaNs; false: there is one, and nothing has been stored.
bool add_ordinary_bf16(const std::uint32_t* words, std::uint8_t* l1) {
    const hn::Rebind<std::uint16_t, Words> d16;
    const auto* from = reinterpret_cast<const std::uint16_t*>(l1);
    const auto old_words = [&](std::uint32_t c) {
        return hn::ShiftLeft<16>(hn::PromoteTo(Words(), hn::LoadU(d16, from + c)));
    };
    Word largest = hn::Zero(Words());
    for (std::uint32_t c = 0; c < 16; c += kLanes)
        largest = hn::Max(largest, hn::Max(hn::AndNot(word(kSign), load(words + c)),
                                           hn::AndNot(word(kSign), old_words(c))));
    if (HWY_UNLIKELY(!all_finite(largest))) return false;
    for (std::uint32_t c = 0; c < 16; c += kLanes) {
        const Word add = hn::And(load(words + c), word(0xffff0000u));
        const Word old = old_words(c);
        const Word sum = as_word(hn::Add(signed_flush(old), signed_flush(add)));
        const Word even = hn::And(hn::ShiftRight<16>(sum), word(1));
        const Word rounded = hn::Add(hn::Add(sum, word(0x7fff)), even);
        const auto tiny = hn::Eq(hn::And(sum, word(kExponent)), hn::Zero(Words()));
        const Word result = hn::IfThenElse(tiny, hn::And(sum, word(kSign)), rounded);
        put_u16(hn::ShiftRight<16>(result), l1 + 2 * c);
    }
    return true;
}

bool add_ordinary_fp32(const std::uint32_t* words, std::uint8_t* l1) {
    for (std::uint32_t c = 0; c < 16; c += kLanes) {
        auto* at = reinterpret_cast<std::uint32_t*>(l1) + c;
        const Word sum =
            as_word(hn::Add(signed_flush(hn::LoadU(Words(), at)), signed_flush(load(words + c))));
        const auto nan = hn::Gt(hn::AndNot(word(kSign), sum), word(kExponent));
        const Word result = as_word(signed_flush(sum));
        hn::StoreU(hn::IfThenElse(nan, word(0x7fc00000u), result), Words(), at);
    }
    return true;
}

// The same, added to what L1 holds.
template <class Out, bool (*quick)(const std::uint32_t* words, std::uint8_t* l1),
          void (*sum)(const std::uint8_t* fresh, std::uint8_t* l1)>
struct Added {
    static constexpr bool kRows = true;
    static constexpr std::uint32_t kRowBytes = 16 * Out::kBytes;
    static std::uint8_t* data(std::uint8_t* l1, Shape) { return l1; }
    static HWY_INLINE void put(const std::uint32_t* words, std::uint8_t* row, std::uint8_t*) {
        if (quick != nullptr && quick(words, row)) return;
        alignas(64) std::array<std::uint8_t, kRowBytes> fresh;
        Plain<Out>::put(words, fresh.data(), nullptr);
        if (sum != nullptr) sum(fresh.data(), row);
    }
};

// A row of 16 with one exponent: the largest. Mantissas, hidden bit included, are rounded half up
// to seven bits and cut to fewer for the narrower formats; only they bring a sign.
template <std::uint32_t bits, bool five_bit_exponent>
struct BlockRow {
    static constexpr bool kRows = false;
    static constexpr std::uint32_t kRowBytes = 2 * bits;
    static std::uint8_t* data(std::uint8_t* l1, Shape shape) {
        const std::uint32_t exponents = shape.datums() / 16;
        const std::uint32_t padded = (exponents + 15) / 16 * 16;
        std::fill(l1 + exponents, l1 + padded, std::uint8_t{0});
        return l1 + padded;
    }
    // Exponent at bit 23 and seven mantissa bits below it.
    static HWY_INLINE Word prepared(Word w) {
        if constexpr (!five_bit_exponent) return flushed(w);
        const Word half = cut_to_fp16(w);
        const Word sign = hn::ShiftLeft<16>(hn::And(half, word(0x8000)));
        const Word value = hn::ShiftLeft<13>(hn::And(half, word(0x7fff)));
        return flushed(hn::Or(sign, value));
    }
    static HWY_INLINE void put(const std::uint32_t* words, std::uint8_t* row,
                               std::uint8_t* exponent) {
        Word most = hn::Zero(Words());
        for (std::uint32_t c = 0; c < 16; c += kLanes)
            most = hn::Max(most, hn::And(prepared(load(words + c)), word(kExponent)));
        most = hn::ShiftRight<23>(hn::MaxOfLanes(Words(), most));
        *exponent = static_cast<std::uint8_t>(hn::GetLane(most));
        alignas(16) std::array<std::uint8_t, 16> byte;
        for (std::uint32_t c = 0; c < 16; c += kLanes)
            put_u8(mantissas(prepared(load(words + c)), most), byte.data() + c);
        squeeze(byte.data(), row);
    }
    static HWY_INLINE Word mantissas(Word w, Word most) {
        const Word e = hn::ShiftRight<23>(hn::And(w, word(kExponent)));
        const Word fraction = hn::And(hn::ShiftRight<16>(w), word(0x7f));
        const auto none = hn::Eq(e, hn::Zero(Words()));
        const Word whole = hn::IfThenZeroElse(none, hn::Or(fraction, word(0x80)));
        const Word by = hn::Min(hn::Sub(most, e), word(8));
        Word m = hn::ShiftRight<1>(hn::Shr(hn::Add(whole, hn::Shl(word(1), by)), by));
        m = hn::IfThenZeroElse(hn::Eq(by, word(8)), m);
        m = hn::ShiftRight<8 - static_cast<int>(bits)>(hn::Min(m, word(127)));
        const Word sign = hn::And(hn::ShiftRight<31>(w), word(1));
        const auto zero = hn::Eq(m, hn::Zero(Words()));
        return hn::Or(m, hn::IfThenZeroElse(zero, hn::ShiftLeft<static_cast<int>(bits) - 1>(sign)));
    }
    // Lower bits first.
    static HWY_INLINE void squeeze(const std::uint8_t* byte, std::uint8_t* row) {
        if constexpr (bits == 8) {
            std::memcpy(row, byte, 16);
        } else {
            constexpr std::uint32_t kPer = 8 / bits;
            for (std::uint32_t i = 0; i < 16 / kPer; i++) {
                std::uint32_t value = 0;
                for (std::uint32_t k = 0; k < kPer; k++)
                    value |= std::uint32_t{byte[i * kPer + k]} << (k * bits);
                row[i] = static_cast<std::uint8_t>(value);
            }
        }
    }
};

template <class Late>
void write_tile(const std::uint32_t* words, Shape shape, std::uint8_t* l1) {
    std::uint8_t* row = Late::data(l1, shape);
    std::uint8_t* exponent = l1;
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t r = 0; r < shape.face_rows; r++, row += Late::kRowBytes)
            Late::put(words + face * kFaceDatums + r * 16, row, exponent++);
}

// Datums past `columns` belong to somebody else, so a row's end goes through a copy.
template <class Late>
void write_rows(const std::uint32_t* words, Shape shape, std::uint32_t columns, std::uint8_t* l1,
                std::uint32_t row_bytes) {
    constexpr std::uint32_t kDatum = Late::kRowBytes / 16;
    for (std::uint32_t y = 0; y < std::uint32_t{shape.down} * shape.face_rows; y++)
        for (std::uint32_t x = 0; x < std::min(columns, shape.across * 16u); x += 16) {
            const std::uint32_t face = y / shape.face_rows * shape.across + x / 16;
            const std::uint32_t* from = words + face * kFaceDatums + y % shape.face_rows * 16;
            std::uint8_t* to = l1 + std::size_t{y} * row_bytes + x * kDatum;
            if (columns - x >= 16) {
                Late::put(from, to, nullptr);
                continue;
            }
            alignas(64) std::array<std::uint8_t, Late::kRowBytes> whole = {};
            std::memcpy(whole.data(), to, (columns - x) * kDatum);
            Late::put(from, whole.data(), nullptr);
            std::memcpy(to, whole.data(), (columns - x) * kDatum);
        }
}

// ---- both at once

template <class Early, class Late>
void pack_fused(const DstTile& d, bool fresh, Shape shape, std::uint8_t* l1, const PackMode&) {
    std::uint8_t* row = Late::data(l1, shape);
    std::uint8_t* exponent = l1;
    alignas(64) std::array<std::uint32_t, 16> words = {};
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t r = 0; r < shape.face_rows; r++, row += Late::kRowBytes) {
            if (!fresh)
                for (std::uint32_t c = 0; c < 16; c += kLanes)
                    store(Early::read(load(&d.word[face * kFaceDatums + r * 16 + c])), &words[c]);
            Late::put(words.data(), row, exponent++);
        }
}

// ---- tables

using enum Format;

template <class Early>
constexpr EarlyRow early(DstKind dst, Format intermediate) {
    return {dst, intermediate, read_tile<Early>};
}
template <class Late>
constexpr LateRow late(Format out, bool accumulate = false) {
    if constexpr (Late::kRows)
        return {out, accumulate, write_tile<Late>, write_rows<Late>};
    else
        return {out, accumulate, write_tile<Late>, nullptr};
}

constexpr EarlyRow kEarly[] = {
    early<Bf16ToBf16>(DstKind::bf16, float16_b), early<Bf16ToE8M6>(DstKind::bf16, bfp8_b),
    early<Bf16ToE8M6>(DstKind::bf16, bfp4_b),    early<Bf16ToE8M6>(DstKind::bf16, bfp2_b),
    early<Bf16ToBf16>(DstKind::bf16, float32),   early<Bf16ToBf16>(DstKind::bf16, tf32),
    early<Same>(DstKind::bf16, float16),         early<Same>(DstKind::bf16, lf8),
    early<Same>(DstKind::bf16, fp8_e4m3),        early<Fp16ToFp16>(DstKind::fp16, float16),
    early<Fp16ToE5M6>(DstKind::fp16, bfp8),      early<Fp16ToE5M6>(DstKind::fp16, bfp4),
    early<Fp16ToE5M6>(DstKind::fp16, bfp2),      early<Fp16ToFp16>(DstKind::fp16, lf8),
    early<Fp16ToFp16>(DstKind::fp16, fp8_e4m3),  early<Same>(DstKind::fp32, float32),
    early<Fp32ToTf32>(DstKind::fp32, tf32),      early<Fp32ToBf16>(DstKind::fp32, float16_b),
    early<ToE8M6>(DstKind::fp32, bfp8_b),        early<ToE8M6>(DstKind::fp32, bfp4_b),
    early<ToE8M6>(DstKind::fp32, bfp2_b),        early<Fp32ToTf32>(DstKind::fp32, float16),
    early<Fp32ToTf32>(DstKind::fp32, lf8),       early<Fp32ToTf32>(DstKind::fp32, fp8_e4m3),
    early<Fp32ToTf32>(DstKind::fp32, bfp8),      early<Fp32ToTf32>(DstKind::fp32, bfp4),
    early<Fp32ToTf32>(DstKind::fp32, bfp2),      early<Same>(DstKind::fp32, int32),
    early<Same>(DstKind::fp32, uint32),          early<LowerHalf>(DstKind::fp32, uint16),
    early<ToInt8>(DstKind::fp32, int8),          early<ToUInt8>(DstKind::fp32, uint8),
    early<Same>(DstKind::int32, int32),          early<Same>(DstKind::int32, uint32),
    early<LowerHalf>(DstKind::int32, uint16),    early<ToInt8>(DstKind::int32, int8),
    early<ToUInt8>(DstKind::int32, uint8),       early<Same>(DstKind::int32, float32),
    early<UpperHalf>(DstKind::raw16, uint16),    early<UpperHalf>(DstKind::bf16, uint16),
    early<Upper<ToInt8>>(DstKind::raw16, int8),  early<Upper<ToUInt8>>(DstKind::raw16, uint8),
};

constexpr LateRow kLate[] = {
    late<Plain<Out32<0xffffffffu>>>(float32),
    late<Plain<Out32<0xffffe000u>>>(tf32),
    late<Plain<OutBf16>>(float16_b),
    late<Plain<OutFp16>>(float16),
    late<BlockRow<8, false>>(bfp8_b),
    late<BlockRow<4, false>>(bfp4_b),
    late<BlockRow<2, false>>(bfp2_b),
    late<BlockRow<8, true>>(bfp8),
    late<BlockRow<4, true>>(bfp4),
    late<BlockRow<2, true>>(bfp2),
    late<Plain<OutFp8>>(lf8),
    late<Plain<OutFp8e4m3>>(fp8_e4m3),
    late<Plain<Out32<0xffffffffu>>>(int32),
    late<Plain<Out32<0xffffffffu>>>(uint32),
    late<Plain<OutU16>>(uint16),
    late<Plain<OutU8>>(int8),
    late<Plain<OutU8>>(uint8),
    late<Added<Out32<0xffffffffu>, add_ordinary_fp32, nullptr>>(float32, true),
    late<Added<OutBf16, add_ordinary_bf16, add_bf16>>(float16_b, true),
    late<Added<OutFp16, nullptr, add_fp16>>(float16, true),
    late<Added<Out32<0xffffffffu>, nullptr, add_int32>>(int32, true),
};

constexpr FusedRow kFused[] = {
    {DstKind::bf16, float16_b, float16_b, pack_fused<Bf16ToBf16, Plain<OutBf16>>},
    {DstKind::fp32, float16_b, float16_b, pack_fused<Fp32ToBf16, Plain<OutBf16>>},
    {DstKind::fp32, float32, float32, pack_fused<Same, Plain<Out32<0xffffffffu>>>},
    {DstKind::bf16, bfp8_b, bfp8_b, pack_fused<Bf16ToE8M6, BlockRow<8, false>>},
    {DstKind::bf16, float16_b, bfp8_b, pack_fused<Bf16ToBf16, BlockRow<8, false>>},
    {DstKind::fp32, float32, bfp8_b, pack_fused<Same, BlockRow<8, false>>},
    {DstKind::fp32, bfp8_b, bfp8_b, pack_fused<ToE8M6, BlockRow<8, false>>},
};

const PackTables* tables() {
    static constexpr PackTables kTables = {kEarly, kLate, kFused, relu};
    return &kTables;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(tables);
}
const PackTables& pack_tables() {
    return *HWY_DYNAMIC_DISPATCH(tables)();
}
}  // namespace ironbird::tile
#endif
