// Readers of 16 datums: how each format in L1 becomes words of Src or Dst. Compiled once per
// instruction set.
#if defined(IRONBIRD_TILE_UNPACK_READERS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_UNPACK_READERS_INL_H
#undef IRONBIRD_TILE_UNPACK_READERS_INL_H
#else
#define IRONBIRD_TILE_UNPACK_READERS_INL_H
#endif

#include <cstring>

#include "tile/simd/words-inl.h"
#include "tile/unpack/rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

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

// The same for a copy that keeps denormals and -0.
struct Fp16Bits {
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const Word w = Raw16::read(run, i);
        const Word magnitude = hn::ShiftRight<3>(hn::And(w, word(0x7fff0000u)));
        return hn::Or(hn::And(w, word(kSign)), hn::Add(magnitude, word(kRebias)));
    }
};
struct Fp32ToBf16Bits {  // denormals become a zero of their sign
    static constexpr bool kShared = false;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const Word w = Raw32::read(run, i);
        const auto none = hn::Eq(hn::And(w, word(kExponent)), hn::Zero(Words()));
        return hn::And(w, hn::IfThenElse(none, word(kSign), word(0xffff0000u)));
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
    const Word magnitude = hn::And(byte, word(0x7f));
    const Word value = as_word(hn::ConvertTo(Floats(), hn::BitCast(Ints(), magnitude)));
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
        return as_word(hn::ConvertTo(Floats(), hn::BitCast(Ints(), load_u8(run.data + i))));
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
        auto repeated = hn::InterleaveLower(d8, bytes, bytes);
        if constexpr (bits == 2) repeated = hn::InterleaveLower(d8, repeated, repeated);
        const Word place = hn::And(hn::Iota(Words(), i), word(kPer - 1));
        const Word up = hn::Sub(word(8 - bits), hn::Mul(place, word(bits)));
        return hn::And(hn::Shl(first_bytes(repeated), up), word(0x100u - (1u << (8 - bits))));
    }
}

// The magnitude as a float brings its own normalisation; the shared exponent is added to it and
// wraps as on the chip. A sign without magnitude stands for minus infinity.
template <std::uint32_t bits, bool five_bit_exponent>
struct Block {
    static constexpr bool kShared = true;
    static HWY_INLINE Word read(const Run& run, std::uint32_t i) {
        const Word byte = load_block<bits>(run, i);
        const Word sign = hn::And(hn::ShiftLeft<24>(byte), word(kSign));
        const Word magnitude = hn::And(byte, word(0x7f));
        const Word number = as_word(hn::ConvertTo(Floats(), hn::BitCast(Ints(), magnitude)));
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

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
