// Sixteen floats or integers to their bytes in L1. Compiled once per instruction set.
#if defined(IRONBIRD_TILE_PACK_LATE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_PACK_LATE_INL_H
#undef IRONBIRD_TILE_PACK_LATE_INL_H
#else
#define IRONBIRD_TILE_PACK_LATE_INL_H
#endif

#include <algorithm>
#include <array>
#include <cstring>

#include "tile/format.hpp"
#include "tile/simd/dst-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

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

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
