// Sums of sixteen products as the matrix unit makes them, two rows of results at a time. Compiled
// once per instruction set.
#if defined(IRONBIRD_TILE_FPU_DOT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_FPU_DOT_INL_H
#undef IRONBIRD_TILE_FPU_DOT_INL_H
#else
#define IRONBIRD_TILE_FPU_DOT_INL_H
#endif

#include <algorithm>
#include <array>

#include "tile/fpu/exact-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

// Two rows of results are computed together, one in the lower and one in the upper half of each
// word: their operands are 16-bit pairs.
using Halves = hn::Repartition<std::int16_t, Words>;
using Half = hn::Vec<Halves>;

HWY_INLINE Half halves(Word w) {
    return hn::BitCast(Halves(), w);
}
HWY_INLINE Word paired(Word low, Word high) {
    return hn::Or(hn::And(low, word(0xffff)), hn::ShiftLeft<16>(high));
}

// Sixteen rows taken apart. `lanes`: each datum in both halves of its word. `pairs`: the data of
// rows 2n and 2n + 1 together, to be broadcast over all lanes.
struct alignas(64) FaceParts {
    std::array<std::uint32_t, kFaceDatums> exponent, mantissa;
};

HWY_INLINE Word signed_mantissa(const Parts& p) {
    return as_word(with_sign(p.mantissa, p.sign));
}

// Mantissas of the lanes are times eight: what the rounding multiplication expects.
template <bool is_a>
void take_lanes(const std::uint32_t* words, const Phase& phase, FaceParts& out) {
    for (std::uint32_t i = 0; i < kFaceDatums; i += kLanes) {
        const Parts p = parts_of<is_a>(load(words + i), phase);
        const Word m = hn::ShiftLeft<3>(signed_mantissa(p));
        const Word e = as_word(p.exponent);
        store(paired(e, e), &out.exponent[i]);
        store(paired(m, m), &out.mantissa[i]);
    }
}

// `rows`: how many of the sixteen there are; a last one without partner is its own.
template <bool is_a>
void take_pairs(const std::uint32_t* words, std::uint32_t rows, const Phase& phase,
                FaceParts& out) {
    const Int adjust = integer(phase.exponent());
    for (std::uint32_t r = 0; r < rows; r += 2)
        for (std::uint32_t c = 0; c < 16; c += kLanes) {
            const std::uint32_t* second = words + (r + 1 < rows ? r + 1 : r) * 16 + c;
            const Parts low = parts_of<is_a>(load(words + r * 16 + c), phase);
            const Parts high = parts_of<is_a>(load(second), phase);
            store(paired(as_word(hn::Add(low.exponent, adjust)),
                         as_word(hn::Add(high.exponent, adjust))),
                  &out.exponent[r * 8 + c]);
            store(paired(signed_mantissa(low), signed_mantissa(high)), &out.mantissa[r * 8 + c]);
        }
}

// 2^t as the second factor of a rounding multiplication; nothing for a negative t.
HWY_INLINE Half power_of_two(Half t) {
    const hn::RebindToUnsigned<Halves> du;
    const auto one = hn::Set(du, 1);
#if HWY_TARGET <= HWY_AVX3
    return hn::BitCast(Halves(), hn::Shl(one, hn::BitCast(du, t)));  // a large count leaves zero
#else
    const auto count = hn::Min(hn::BitCast(du, t), hn::Set(du, 15));
    return hn::BitCast(Halves(), hn::And(hn::Shl(one, count), hn::Set(du, 0x7fff)));
#endif
}

// Eight products on their largest exponent, each rounded half up in magnitude: the multiplication
// by 2^(12 - distance) rounds halves up, and negative products are one lower to round them away.
struct GroupPair {
    Half exponent, sum;
};
HWY_INLINE GroupPair group(const FaceParts& lanes, std::uint32_t column, const FaceParts& pairs,
                           std::uint32_t first, Half least) {
    const Halves d;
    Half exponent[8];
    Half most = least;
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < 8; i++) {
        exponent[i] = hn::Add(halves(load(&lanes.exponent[i * 16 + column])),
                              halves(word(pairs.exponent[first + i])));
        most = hn::Max(most, exponent[i]);
    }
    const Half base = hn::Sub(most, hn::Set(d, 12));
    Half sum = hn::Zero(d);
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < 8; i++) {
        Half p = hn::Mul(halves(load(&lanes.mantissa[i * 16 + column])),
                         halves(word(pairs.mantissa[first + i])));
        p = hn::Add(p, hn::ShiftRight<15>(p));
        sum = hn::Add(sum, hn::MulFixedPoint15(p, power_of_two(hn::Sub(exponent[i], base))));
    }
    return {most, sum};
}

template <bool upper>
HWY_INLINE Int widened(Half h) {
    const Int w = hn::BitCast(Ints(), h);
    return hn::ShiftRight<16>(upper ? w : hn::ShiftLeft<16>(w));
}

template <bool upper>
HWY_INLINE Term term_of(const GroupPair& g) {
    const Int most = widened<upper>(g.exponent);
    const auto some = hn::Gt(most, hn::Zero(Ints()));
    const Int sum = hn::IfThenElseZero(some, widened<upper>(g.sum));
    return {hn::IfThenElseZero(some, most), hn::ShiftLeft<13>(as_word(hn::Abs(sum))),
            hn::ShiftRight<31>(sum)};
}

// The sixteen products of each of two rows on top of `low` and `high`; `first`: their pairs.
HWY_INLINE void dot(const FaceParts& lanes, std::uint32_t column, const FaceParts& pairs,
                    std::uint32_t first, Word& low, Word& high, const Phase& phase,
                    Silicon silicon) {
    const Half least = hn::Set(Halves(), static_cast<std::int16_t>(std::max(phase.exponent(), 0)));
    const GroupPair g0 = group(lanes, column, pairs, first, least);
    const GroupPair g1 = group(lanes, column + 128, pairs, first + 8, least);
    low = accumulated(term_of<false>(g0), term_of<false>(g1), low, phase, silicon);
    high = accumulated(term_of<true>(g0), term_of<true>(g1), high, phase, silicon);
}

inline Phase phase_of(const FpuMode& mode) {
    return {0, mode.dst == DstKind::fp32, mode.half_precision};
}

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
