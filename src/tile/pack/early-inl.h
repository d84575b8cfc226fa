// From a Dst word to the float, or integer, that the packer reads. Compiled once per instruction
// set.
#if defined(IRONBIRD_TILE_PACK_EARLY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_PACK_EARLY_INL_H
#undef IRONBIRD_TILE_PACK_EARLY_INL_H
#else
#define IRONBIRD_TILE_PACK_EARLY_INL_H
#endif

#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

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
// Integers saturate at what a byte of sign and magnitude, or without sign, can hold. A 32-bit Dst
// holds a sign and a magnitude too; what a 16-bit one passes through lies in its upper half, in
// two's complement.
struct ToInt8 {
    static HWY_INLINE Word read(Word w) {
        const auto magnitude = hn::Min(hn::AndNot(word(kSign), w), word(127));
        return hn::Or(magnitude, hn::ShiftLeft<7>(hn::ShiftRight<31>(w)));
    }
};
struct ToUInt8 {
    static HWY_INLINE Word read(Word w) {
        const auto negative = hn::Gt(w, word(0x7fffffffu));
        return hn::IfThenZeroElse(negative, hn::Min(w, word(255)));
    }
};
template <class To>
struct Upper {
    static HWY_INLINE Word read(Word w) {
        return To::read(to_magnitude(hn::ShiftRight<16>(hn::BitCast(Ints(), w))));
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
