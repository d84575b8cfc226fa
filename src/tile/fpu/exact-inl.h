// The matrix unit's own arithmetic, 16 results at a time: products of mantissa parts, groups of
// eight on a common exponent, and the sum of two groups and Dst. Compiled once per instruction set.
#if defined(IRONBIRD_TILE_EXACT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_EXACT_INL_H
#undef IRONBIRD_TILE_EXACT_INL_H
#else
#define IRONBIRD_TILE_EXACT_INL_H
#endif

#include "tile/fpu.hpp"
#include "tile/fpu/parts.hpp"
#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

HWY_INLINE Int integer(std::int32_t value) {
    return hn::Set(Ints(), value);
}
HWY_INLINE Int as_int(Word w) {
    return hn::BitCast(Ints(), w);
}
HWY_INLINE Word as_word(Int i) {
    return hn::BitCast(Words(), i);
}

// Which part of each mantissa a fidelity phase multiplies, and what it costs the exponent. Bit 0
// chooses SrcA's lower five bits, bit 1 SrcB's lower four.
struct Phase {
    std::uint32_t number = 0;
    bool wide = false;  // Dst is FP32
    bool half = false;  // 5-bit exponents in Src, and in Dst if it is not wide
    std::int32_t exponent() const {
        const std::int32_t bias = !half ? -127 : wide ? 97 : -15;
        return bias - ((number & 1) != 0 ? 5 : 0) - ((number & 2) != 0 ? 7 : 0);
    }
};

// An operand taken apart. Zeros have an exponent that never wins a maximum.
inline constexpr std::int32_t kNoExponent = -2000;
struct Parts {
    Int exponent, sign;  // sign: all ones or nothing
    Word mantissa;
};

HWY_INLINE Int exponent_of(Word w, bool half) {
    const Int e = as_int(hn::ShiftRight<23>(hn::And(w, word(kExponent))));
    return half ? hn::Sub(e, integer(112)) : e;
}

template <bool is_a>
HWY_INLINE Parts parts_of(Word w, const Phase& phase) {
    const Int e = exponent_of(w, phase.half);
    const auto zero = hn::Lt(e, integer(1));
    const Word whole = hn::Or(hn::And(hn::ShiftRight<13>(w), word(0x3ff)), word(0x400));
    Word part;
    if constexpr (is_a)
        part = (phase.number & 1) != 0 ? hn::And(hn::ShiftRight<1>(whole), word(31))
                                       : hn::ShiftRight<6>(whole);
    else
        part = (phase.number & 2) != 0 ? hn::ShiftLeft<3>(hn::And(whole, word(15)))
                                       : hn::ShiftRight<4>(whole);
    Parts p;
    p.exponent = hn::IfThenElse(zero, integer(kNoExponent), e);
    p.sign = hn::ShiftRight<31>(as_int(w));
    p.mantissa = hn::IfThenZeroElse(hn::RebindMask(Words(), zero), part);
    return p;
}

// A sum on its way to Dst; mantissas have 13 bits below their unit.
struct Term {
    Int exponent;
    Word mantissa;
    Int sign;  // all ones or nothing
};

HWY_INLINE Term no_term() {
    return {hn::Zero(Ints()), hn::Zero(Words()), hn::Zero(Ints())};
}

// Moves a mantissa to a larger exponent: half a unit is added, one less where the sign counts.
HWY_INLINE Word aligned(const Term& t, Int exponent, Int sign) {
    const Word by = as_word(hn::Min(hn::Sub(exponent, t.exponent), integer(31)));
    const Word half = hn::ShiftRight<1>(hn::Add(hn::Shl(word(1), by), as_word(sign)));
    return hn::Shr(hn::Add(t.mantissa, half), by);
}

HWY_INLINE Word without_low_bits(Word m, Int sign) {
    return hn::And(hn::Add(hn::Add(m, word(0x1000)), as_word(sign)), word(0xffffe000u));
}

HWY_INLINE Int with_sign(Word m, Int sign) {
    return hn::Sub(hn::Xor(as_int(m), sign), sign);
}

// Dst as a term: FP16 has been moved so that its exponent begins at bit 23.
HWY_INLINE Term dst_term(Word d) {
    Term t;
    t.exponent = as_int(hn::ShiftRight<23>(hn::And(d, word(kExponent))));
    const Word whole = hn::Or(hn::And(d, word(0x7fffff)), word(0x800000));
    const auto some = hn::Ne(t.exponent, hn::Zero(Ints()));
    t.mantissa = hn::IfThenElseZero(hn::RebindMask(Words(), some), whole);
    t.sign = hn::ShiftRight<31>(as_int(d));
    return t;
}

// A sum below 2^30 as a float, rounded half away from zero to what Dst keeps; its exponent counts
// from 2^-1. Conversion rounds ties to even, so a bit below them is set where 24 bits overflow.
HWY_INLINE Word rounded(Int sum, const Phase& phase) {
    const Word m = as_word(hn::Abs(sum));
    const Word twice = hn::Add(m, m);
    if (phase.wide) {
        const auto long_one = hn::Gt(m, word(0xffffffu));
        const Word marked = hn::IfThenElse(long_one, hn::Or(twice, word(1)), twice);
        return as_word(hn::ConvertTo(Floats(), as_int(marked)));
    }
    const Word f = as_word(hn::ConvertTo(Floats(), as_int(twice)));
    return phase.half ? hn::And(hn::Add(f, word(0x1000u)), word(0xffffe000u))
                      : hn::And(hn::Add(f, word(0x8000u)), word(0xffff0000u));
}

HWY_INLINE Word accumulated(const Term& s0, const Term& s1, Word d, const Phase& phase,
                            Silicon silicon) {
    const Term dst = dst_term(d);
    const Int common = hn::Max(hn::Max(s0.exponent, s1.exponent), dst.exponent);
    Word m0 = aligned(s0, common, s0.sign), m1 = aligned(s1, common, s1.sign);
    Word md = aligned(dst, common, hn::Zero(Ints()));
    if (!phase.wide) {
        m0 = without_low_bits(m0, s0.sign);
        m1 = without_low_bits(m1, s1.sign);
        md = without_low_bits(md, hn::Zero(Ints()));
    }
    const Int sum =
        hn::Add(hn::Add(with_sign(m0, s0.sign), with_sign(m1, s1.sign)), with_sign(md, dst.sign));
    const Word f = rounded(sum, phase);
    const Int shift = hn::Sub(common, integer(151));  // 127 of the float, 23 + 1 of its unit
    Int exponent = hn::Add(as_int(hn::ShiftRight<23>(f)), shift);
    Word result = hn::Add(f, hn::ShiftLeft<23>(as_word(shift)));
    if (phase.wide && silicon != Silicon::blackhole) {
        // Minus one unit is normalised by 27 bits too little.
        const auto hit = hn::Eq(sum, integer(-1));
        exponent = hn::IfThenElse(hit, hn::Add(common, integer(4)), exponent);
        const Word wrong = hn::ShiftLeft<23>(as_word(exponent));
        result = hn::IfThenElse(hn::RebindMask(Words(), hit), wrong, result);
    }
    const bool five = phase.half && !phase.wide;
    const auto large = hn::Gt(exponent, integer(five ? 31 : 254));
    const Word most = word(five ? (31u << 23) | 0x7fe000u : kExponent);
    result = hn::IfThenElse(hn::RebindMask(Words(), large), most, result);
    result = hn::Or(result, hn::And(as_word(sum), word(kSign)));
    const auto some =
        hn::And(hn::Gt(hn::Min(exponent, common), hn::Zero(Ints())), hn::Ne(sum, hn::Zero(Ints())));
    return hn::IfThenElseZero(hn::RebindMask(Words(), some), result);
}

// Dst words to and from the form that accumulated() works on.
HWY_INLINE Word opened(Word d, const Phase& phase) {
    if (phase.wide || !phase.half) return d;
    return hn::Or(hn::And(d, word(kSign)), hn::ShiftRight<3>(hn::And(d, word(0x7fff0000u))));
}
HWY_INLINE Word closed(Word d, const Phase& phase) {
    if (phase.wide || !phase.half) return d;
    const Word magnitude = hn::And(hn::ShiftLeft<3>(d), word(0x7fff0000u));
    return hn::Or(hn::And(d, word(kSign)), magnitude);
}

// ---- element-wise

HWY_INLINE Word exact_product(Word a, Word b, Word d, const Phase& phase, Silicon silicon) {
    const Parts pa = parts_of<true>(a, phase), pb = parts_of<false>(b, phase);
    const Int adjust = integer(phase.exponent());
    const Int e = hn::Add(hn::Add(pa.exponent, pb.exponent), adjust);
    const auto some = hn::Gt(e, hn::Zero(Ints()));
    Term t;
    t.exponent = hn::IfThenElse(some, e, hn::Max(adjust, hn::Zero(Ints())));
    const Word product = hn::ShiftLeft<13>(hn::Mul(pa.mantissa, pb.mantissa));
    t.mantissa = hn::IfThenElseZero(hn::RebindMask(Words(), some), product);
    t.sign = hn::IfThenElseZero(some, hn::Xor(pa.sign, pb.sign));
    return accumulated(t, no_term(), d, phase, silicon);
}

HWY_INLINE Word exact_sum(Word a, Word b, Word d, const Phase& phase, Silicon silicon) {
    const Word ma = hn::AndNot(word(kSign), a), mb = hn::AndNot(word(kSign), b);
    const auto swap = hn::Lt(ma, mb);
    const Word large = hn::IfThenElse(swap, b, a), small = hn::IfThenElse(swap, a, b);
    const Int el = hn::Max(exponent_of(large, phase.half), hn::Zero(Ints()));
    const Int es = hn::Max(exponent_of(small, phase.half), hn::Zero(Ints()));
    const auto mantissa = [](Word w, Int e) {
        const Word whole = hn::Or(hn::And(hn::ShiftRight<13>(w), word(0x3ff)), word(0x400));
        return hn::IfThenElseZero(hn::RebindMask(Words(), hn::Gt(e, hn::Zero(Ints()))), whole);
    };
    const Word by = as_word(hn::Min(hn::Sub(el, es), integer(12)));
    const Word half = hn::ShiftRight<1>(hn::Shl(word(1), by));
    Word moved = hn::Shr(hn::Add(mantissa(small, es), half), by);
    moved = hn::IfThenZeroElse(hn::Eq(by, word(12)), moved);
    const auto same = hn::Eq(hn::ShiftRight<31>(large), hn::ShiftRight<31>(small));
    const Word whole = mantissa(large, el);
    Term t;
    t.mantissa =
        hn::ShiftLeft<13>(hn::IfThenElse(same, hn::Add(whole, moved), hn::Sub(whole, moved)));
    t.sign = hn::ShiftRight<31>(as_int(large));
    t.exponent = el;
    if (phase.half && phase.wide) {
        const auto none = hn::Eq(el, hn::Zero(Ints()));
        t.exponent = hn::IfThenElse(none, integer(97), hn::Add(el, integer(112)));
    }
    return accumulated(t, no_term(), d, phase, silicon);
}

// a op b on top of d, through all fidelity phases.
HWY_INLINE Word exact_elementwise(Elementwise op, Word a, Word b, Word d, const FpuMode& mode) {
    Phase phase = {0, mode.dst == DstKind::fp32, mode.half_precision};
    Word open = opened(d, phase);
    if (op == Elementwise::mul) {
        for (; phase.number < phases(mode.fidelity); phase.number++)
            open = exact_product(a, b, open, phase, mode.silicon);
    } else {
        // A negated zero stays the zero that Src takes it for.
        const Word minus = hn::Xor(b, word(kSign));
        const Word other = op == Elementwise::sub ? flushed(minus) : b;
        open = exact_sum(a, other, open, phase, mode.silicon);
    }
    return closed(open, phase);
}

// ---- integers

HWY_INLINE Int saturated_sum(Int x, Int y) {
    const Int sum = hn::Add(x, y);
    const auto wrapped = hn::Lt(hn::And(hn::Xor(x, sum), hn::Xor(y, sum)), hn::Zero(Ints()));
    const Int most = hn::Xor(hn::ShiftRight<31>(x), integer(0x7fffffff));
    return hn::Max(hn::IfThenElse(wrapped, most, sum), integer(-0x7fffffff));
}

// The part of an 8-bit integer that a phase multiplies, in place.
HWY_INLINE Int integer_part(Word w, std::uint32_t mask) {
    const Int value = hn::ConvertTo(Ints(), as_float(w));
    const Int magnitude = hn::And(hn::Abs(value), integer(static_cast<std::int32_t>(mask)));
    return hn::IfThenElse(hn::Lt(value, hn::Zero(Ints())), hn::Neg(magnitude), magnitude);
}

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
