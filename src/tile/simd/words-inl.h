// Vectors of register words and the conversions that unpack, matrix unit and pack share.
// Compiled once per instruction set.
#if defined(IRONBIRD_TILE_SIMD_WORDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_SIMD_WORDS_INL_H
#undef IRONBIRD_TILE_SIMD_WORDS_INL_H
#else
#define IRONBIRD_TILE_SIMD_WORDS_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "tile/registers.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most one row of a face.
using Words = hn::CappedTag<std::uint32_t, 16>;
using Floats = hn::RebindToFloat<Words>;
using Word = hn::Vec<Words>;
using Float = hn::Vec<Floats>;
using Ints = hn::RebindToSigned<Words>;
using Int = hn::Vec<Ints>;
inline constexpr std::uint32_t kLanes = HWY_MAX_BYTES / 4 < 16 ? HWY_MAX_BYTES / 4 : 16;

inline constexpr std::uint32_t kSign = 0x80000000u;
inline constexpr std::uint32_t kExponent = 0x7f800000u;
inline constexpr std::uint32_t kRebias = 112u << 23;  // from FP16's exponent to FP32's

HWY_INLINE Word word(std::uint32_t value) {
    return hn::Set(Words(), value);
}
HWY_INLINE Float as_float(Word w) {
    return hn::BitCast(Floats(), w);
}
HWY_INLINE Word as_word(Float f) {
    return hn::BitCast(Words(), f);
}
HWY_INLINE Word load(const std::uint32_t* p) {
    return hn::Load(Words(), p);
}
HWY_INLINE void store(Word w, std::uint32_t* p) {
    hn::Store(w, Words(), p);
}

// +0 for everything with a zero exponent.
HWY_INLINE Word flushed(Word w) {
    return hn::IfThenZeroElse(hn::Eq(hn::And(w, word(kExponent)), hn::Zero(Words())), w);
}

// FP16 in the upper half of a word, as an equal float; exponent 31 is an ordinary number.
HWY_INLINE Word widened_fp16(Word w) {
    const Word magnitude = hn::ShiftRight<3>(hn::And(w, word(0x7fff0000u)));
    const Word rebiased = hn::Or(hn::And(w, word(kSign)), hn::Add(magnitude, word(kRebias)));
    return hn::IfThenZeroElse(hn::Lt(magnitude, word(1u << 23)), rebiased);
}

// The other way, for floats that FP16 can hold after `half` (0: cut, 0x1000: half away) was added:
// too small gives +0, too large the pattern that stands for infinity.
HWY_INLINE Word narrowed_fp16(Word w, std::uint32_t half) {
    const Word sign = hn::And(w, word(kSign));
    const Word magnitude = hn::Add(hn::AndNot(word(kSign), w), word(half));
    const Word shifted =
        hn::And(hn::ShiftLeft<3>(hn::Sub(magnitude, word(kRebias))), word(0x7fff0000u));
    const Word large = hn::IfThenElse(hn::Gt(magnitude, word((143u << 23) | 0x7fffffu)),
                                      word(0x7fff0000u), shifted);
    return hn::IfThenZeroElse(hn::Lt(magnitude, word(113u << 23)), hn::Or(sign, large));
}

// 32-bit integers of the matrix unit: Dst holds a sign and a magnitude.
HWY_INLINE Int from_magnitude(Word w) {
    const Int negative = hn::ShiftRight<31>(hn::BitCast(Ints(), w));
    const Int magnitude = hn::BitCast(Ints(), hn::AndNot(word(kSign), w));
    return hn::Sub(hn::Xor(magnitude, negative), negative);
}
HWY_INLINE Word to_magnitude(Int i) {
    const Word sign = hn::And(hn::BitCast(Words(), i), word(kSign));
    return hn::Or(hn::BitCast(Words(), hn::Abs(i)), sign);
}

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
