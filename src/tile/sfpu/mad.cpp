// The vector unit's multiply-add bit for bit: the product keeps three bits below those of a float,
// the last of which stands for all that were lost, and the sum is rounded once, to nearest even.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/sfpu/mad.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include "tile/sfpu.hpp"
#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

using Mask = hn::Mask<Words>;

constexpr std::uint32_t kUnit = 0x800000u;  // the bit before the point

HWY_INLINE Word no_bits() {
    return hn::Zero(Words());
}
HWY_INLINE Int whole(Word w) {
    return hn::BitCast(Ints(), w);
}
HWY_INLINE Int number(std::int32_t value) {
    return hn::Set(Ints(), value);
}
HWY_INLINE Word sign_of(Word w) {
    return hn::And(w, word(kSign));
}
HWY_INLINE Mask mask_of(hn::Mask<Ints> m) {
    return hn::RebindMask(Words(), m);
}
HWY_INLINE Word where(Mask m, Word w) {
    return hn::IfThenElseZero(m, w);
}

// Denormals have no mantissa.
struct Float3 {
    Word sign, mantissa, exponent;
    Mask top;  // infinities and NaN

    explicit HWY_INLINE Float3(Word w)
        : sign(sign_of(w)), exponent(hn::And(hn::ShiftRight<23>(w), word(255))) {
        const Word full = hn::Or(hn::And(w, word(0x7fffffu)), word(kUnit));
        mantissa = hn::IfThenZeroElse(hn::Eq(exponent, no_bits()), full);
        top = hn::Eq(exponent, word(255));
    }
    Mask nan() const { return hn::And(top, hn::Ne(mantissa, word(kUnit))); }
    Mask infinite() const { return hn::And(top, hn::Eq(mantissa, word(kUnit))); }
};

// The product of two mantissas without its low 20 bits, of which the last one left tells.
HWY_INLINE Word product(Word x, Word y) {
    const Word low = word(0xfff);
    const Word xh = hn::ShiftRight<12>(x), xl = hn::And(x, low);
    const Word yh = hn::ShiftRight<12>(y), yl = hn::And(y, low);
    const Word last = hn::Mul(xl, yl);
    const Word middle =
        hn::Add(hn::Add(hn::Mul(xh, yl), hn::Mul(xl, yh)), hn::ShiftRight<12>(last));
    const Word top = hn::Add(hn::ShiftLeft<4>(hn::Mul(xh, yh)), hn::ShiftRight<8>(middle));
    const Word lost = hn::Or(hn::And(middle, word(0xff)), hn::And(last, low));
    return hn::Or(top, where(hn::Ne(lost, no_bits()), word(1)));
}

// Right by `by`; what is lost leaves its mark only where something is left.
HWY_INLINE Word aligned(Word w, Int by) {
    const Word amount = hn::BitCast(Words(), hn::Min(by, number(31)));
    const Word left = hn::Shr(w, amount);
    const Mask cut = hn::And(hn::Ne(hn::Shl(left, amount), w), hn::Ne(left, no_bits()));
    return hn::Or(left, where(cut, word(1)));
}

// The place of the highest bit. Without the second of neighbouring bits no number rounds up to the
// next power of two on its way to a float.
HWY_INLINE Int highest(Word w) {
    const Word apart = hn::AndNot(hn::ShiftRight<1>(w), w);
    const Word f = as_word(hn::ConvertTo(Floats(), whole(apart)));
    return hn::Sub(whole(hn::ShiftRight<23>(f)), number(127));
}

// A sum with three extra bits, its exponent, and what it becomes as a float.
struct Sum {
    Word sign, bits;
    Int exponent;
};
HWY_INLINE Sum sum_of(Word p_sign, Word p, Int p_exponent, Word z_sign, Word z, Int z_exponent) {
    const Int common = hn::Max(p_exponent, z_exponent);
    const Word a = aligned(p, hn::Sub(common, p_exponent));
    const Word b = aligned(z, hn::Sub(common, z_exponent));
    const Mask first = hn::Not(hn::Lt(a, b)), alike = hn::Eq(p_sign, z_sign);
    const Word difference = hn::IfThenElse(first, hn::Sub(a, b), hn::Sub(b, a));
    return {hn::IfThenElse(first, p_sign, z_sign), hn::IfThenElse(alike, hn::Add(a, b), difference),
            common};
}

template <bool blackhole>
struct Normal {
    Word bits;  // without a sign; 0 where it vanishes
    Mask large;

    explicit HWY_INLINE Normal(const Sum& sum) {
        Int n = hn::Sub(highest(sum.bits), number(26));
        Int e = hn::Add(sum.exponent, n);
        large = mask_of(hn::Gt(e, number(254)));
        const Mask tiny = mask_of(hn::Lt(e, number(blackhole ? 1 : 0)));
        if constexpr (blackhole) {
            n = hn::IfThenElse(hn::RebindMask(Ints(), tiny), hn::Add(n, number(1)), n);
            e = hn::Max(e, hn::Zero(Ints()));
        }
        const Int up = hn::Min(hn::Neg(n), number(31));
        const Word left = hn::BitCast(Words(), hn::Max(up, hn::Zero(Ints())));
        const Word right = hn::BitCast(Words(), hn::Max(n, hn::Zero(Ints())));
        // Wormhole forgets the higher of two bits that go.
        const Word seen = blackhole ? hn::Or(right, word(1)) : word(1);
        const Word lost = where(hn::Ne(hn::And(sum.bits, seen), no_bits()), word(1));
        const Word down = hn::Or(hn::Shr(sum.bits, right), lost);
        const Word m = hn::IfThenElse(hn::Eq(right, no_bits()), hn::Shl(sum.bits, left), down);
        const Word cut = hn::Add(hn::ShiftLeft<23>(hn::BitCast(Words(), e)),
                                 hn::And(hn::ShiftRight<3>(m), word(0x7fffffu)));
        const Word rest = hn::Add(hn::And(m, word(7)), hn::And(cut, word(1)));
        const Word rounded = hn::Add(cut, where(hn::Gt(rest, word(4)), word(1)));
        const Mask gone = hn::Lt(rounded, word(kUnit));
        bits = hn::IfThenZeroElse(gone, rounded);
        if constexpr (!blackhole) bits = hn::IfThenZeroElse(tiny, bits);
    }
};

// Infinity from the product alone, invalid operations, and a third operand that is not finite.
struct Special {
    Mask any, nan, nan_of_product, large_product;

    HWY_INLINE Special(const Float3& x, const Float3& y, const Float3& z, Word p_sign, Int e,
                       bool blackhole) {
        const Mask factor_top = hn::Or(x.top, y.top);
        const Mask over = mask_of(hn::Gt(e, number(254)));
        const Mask x_zero = hn::Eq(x.mantissa, no_bits()), y_zero = hn::Eq(y.mantissa, no_bits());
        const Mask bad = hn::Or(hn::Or(x.nan(), y.nan()),
                                hn::Or(hn::And(x.top, y_zero), hn::And(y.top, x_zero)));
        large_product = hn::Or(factor_top, over);
        // Wormhole takes a finite product that is too large for an infinity here too.
        const Mask infinite = blackhole ? factor_top : large_product;
        const Mask against = hn::And(hn::And(z.infinite(), infinite), hn::Ne(p_sign, z.sign));
        nan_of_product = hn::Or(bad, against);
        nan = hn::Or(nan_of_product, z.nan());
        any = hn::Or(large_product, z.top);
    }
};

template <bool blackhole>
HWY_INLINE Word mad(Word wx, Word wy, Word wz) {
    const Float3 x(wx), y(wy), z(wz);
    const Word p_sign = hn::Xor(x.sign, y.sign);
    Word p = product(x.mantissa, y.mantissa);
    Int e = hn::Sub(whole(hn::Add(x.exponent, y.exponent)), number(127));
    const Special special(x, y, z, p_sign, e, blackhole);
    const Word infinity = word(kExponent);
    const Word nan = blackhole ? word(0x7fc00000u)
                               : hn::Or(hn::IfThenElse(special.nan_of_product, p_sign, z.sign),
                                        word(kExponent | 1));
    const Mask vanishes = hn::Or(hn::Eq(p, no_bits()), mask_of(hn::Lt(e, hn::Zero(Ints()))));
    const Word zero = blackhole ? hn::And(p_sign, z.sign) : no_bits();

    p = hn::IfThenZeroElse(vanishes, p);
    e = hn::IfThenZeroElse(hn::RebindMask(Ints(), vanishes), hn::Min(e, number(255)));
    const Sum sum = sum_of(p_sign, p, e, z.sign, hn::ShiftLeft<3>(z.mantissa), whole(z.exponent));
    const Normal<blackhole> normal(sum);
    const Mask cancelled = hn::Eq(sum.bits, no_bits());
    const Mask small = hn::Or(cancelled, hn::Eq(normal.bits, no_bits()));

    Word finite = hn::Or(sum.sign, normal.bits);
    if constexpr (!blackhole) finite = hn::IfThenZeroElse(small, finite);
    finite = hn::IfThenElse(normal.large, hn::Or(sum.sign, infinity), finite);
    finite = hn::IfThenElse(cancelled, zero, finite);
    const Word alone = hn::IfThenElse(hn::Eq(z.mantissa, no_bits()), zero, wz);
    finite = hn::IfThenElse(vanishes, alone, finite);

    // Wormhole goes on with a NaN, and bits of the sum get into it.
    Word not_number = nan;
    if constexpr (!blackhole)
        not_number = hn::Or(nan, hn::IfThenZeroElse(hn::Or(normal.large, small), normal.bits));
    const Word infinite = hn::IfThenElse(z.top, wz, hn::Or(p_sign, infinity));
    const Word out = hn::IfThenElse(special.any, infinite, finite);
    return hn::IfThenElse(special.nan, not_number, out);
}

template <bool blackhole>
void mad_lanes(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z,
               std::uint32_t* result) {
    for (std::uint32_t i = 0; i < kSfpuLanes; i += kLanes)
        hn::StoreU(mad<blackhole>(hn::LoadU(Words(), x + i), hn::LoadU(Words(), y + i),
                                  hn::LoadU(Words(), z + i)),
                   Words(), result + i);
}

void run(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z,
         std::uint32_t* result, bool blackhole) {
    (blackhole ? mad_lanes<true> : mad_lanes<false>)(x, y, z, result);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(run);
}

void sfpu_mad(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z,
              std::uint32_t* result, Silicon silicon) {
    HWY_DYNAMIC_DISPATCH(run)(x, y, z, result, silicon == Silicon::blackhole);
}

}  // namespace ironbird::tile
#endif
