// Parts of floats, greatest and least, shifts and tests.
#pragma once

#include "sfpi/operators.h"

namespace sfpi {

struct ExponentMode {
    enum Values { Unbiased, Biased, Debias = Unbiased, NoDebias = Biased };
    constexpr ExponentMode(Values v) : value(v) {}
    constexpr operator Values() const { return value; }
    Values value;
};
enum class MantissaMode { FractionOnly, WithUnitBit, ImplicitOne = WithUnitBit };

// ---- parts ----

sfpi_inline vInt exexp(vFloat v, ExponentMode mode = ExponentMode::Unbiased) {
    simple(v);
    return vInt((v.get() >> 23 & 255u) - (mode == ExponentMode::Unbiased ? 127u : 0u));
}
sfpi_inline vInt exexp_nodebias(vFloat v) {
    return exexp(v, ExponentMode::Biased);
}
sfpi_inline vMag exman(vFloat v, MantissaMode mode = MantissaMode::FractionOnly) {
    simple(v);
    return vMag((v.get() & 0x7fffffu) | (mode == MantissaMode::WithUnitBit ? 0x800000u : 0u));
}
sfpi_inline vInt exman8(vFloat v) {
    return vInt(exman(v, MantissaMode::WithUnitBit).get());
}
sfpi_inline vInt exman9(vFloat v) {
    return vInt(exman(v).get());
}
template <Vector T>
sfpi_inline vUInt exsgn(const T& v) {
    simple(v);
    return vUInt(v.get() >> 31);
}

sfpi_inline vFloat with_exponent(vFloat v, Lanes exponent) {
    simple(v);
    return vFloat((v.get() & 0x807fffffu) | (exponent & 255u) << 23);
}
sfpi_inline vFloat setexp(vFloat v, int exp) {
    return with_exponent(v, all_lanes(std::uint32_t(exp)));
}
template <WholeVector T>
sfpi_inline vFloat setexp(vFloat v, const T& exp) {
    reads(exp);
    return with_exponent(v, exp.get());
}
sfpi_inline vFloat copyexp(vFloat v, vFloat exp) {
    reads(exp);
    return with_exponent(v, exp.get() >> 23);
}
// The exponent field, wrapping, zero's too; infinities and NaN stay.
sfpi_inline vFloat addexp(vFloat v, int exp) {
    const Lanes e = v.get() >> 23 & 255u;
    const vFloat moved = with_exponent(v, e + std::uint32_t(exp));
    return vFloat(choose((Lanes)(e == 255u), v.get(), moved.get()));
}
sfpi_inline vFloat with_mantissa(vFloat v, Lanes mantissa) {
    simple(v);
    return vFloat((v.get() & 0xff800000u) | (mantissa & 0x7fffffu));
}
template <class T>
    requires(std::is_integral_v<T>)
sfpi_inline vFloat setman(vFloat v, T man) {
    return with_mantissa(v, all_lanes(std::uint32_t(man)));
}
template <Vector T>
sfpi_inline vFloat setman(vFloat v, const T& man) {
    reads(man);
    return with_mantissa(v, man.get());
}
sfpi_inline vFloat copyman(vFloat v, vFloat man) {
    reads(man);
    return with_mantissa(v, man.get());
}
// Results are of the operand's kind; a product's is a float.
template <class T>
using Kept = std::conditional_t<std::is_same_v<T, Product>, vFloat, T>;
template <Vector T, Vector S>
sfpi_inline Kept<T> copysgn(const T& v, const S& sgn) {
    simple(v, sgn);
    return Kept<T>((v.get() & 0x7fffffffu) | (sgn.get() & 0x80000000u));
}
template <Vector T>
sfpi_inline auto setsgn(const T& v, int sgn) {
    using To = std::conditional_t<UnsignedVector<T>, vSMag, Kept<T>>;
    simple(v);
    return To((v.get() & 0x7fffffffu) | all_lanes(std::uint32_t(sgn) << 31));
}
template <Vector T, Vector S>
sfpi_inline Kept<T> setsgn(const T& v, const S& sgn) {
    return copysgn(v, sgn);
}

enum class LdexpMode { Correct, Fast };
sfpi_inline vFloat ldexp(vFloat v, int scale, LdexpMode = LdexpMode::Correct) {
    return addexp(v, scale);
}
sfpi_inline vFloat ldexp(vFloat v, vInt scale, LdexpMode mode = LdexpMode::Correct) {
    if (mode == LdexpMode::Fast) return setexp(v, exexp(v, ExponentMode::Biased) + scale);
    return v * setexp(vFloat(0.0f), scale + 127);
}

// The sign of a NaN stays.
sfpi_inline vFloat abs(vFloat v) {
    simple(v);
    return vFloat(choose((Lanes)(v.get() > 0xff800000u), v.get(), v.get() & 0x7fffffffu));
}
sfpi_inline vMag abs(vInt v) {
    simple(v);
    return vMag(choose((Lanes)(as_signed(v.get()) < 0), 0u - v.get(), v.get()));
}
sfpi_inline vMag abs(vSMag v) {
    simple(v);
    return vMag(v.get() & 0x7fffffffu);
}

// ---- bits ----

enum class LZMode { All, IgnoreSign };
sfpi_inline Lanes leading_zeros(Lanes x) {
    Lanes n = all_lanes(32);
    for (unsigned step = 16; step != 0; step /= 2) {
        const Lanes upper = x >> step;
        const Lanes has = (Lanes)(upper != 0u);
        n -= has & step;
        x = choose(has, upper, x);
    }
    return n - (x & 1u);
}
template <Vector T>
sfpi_inline vMag lz(const T& v, LZMode mode = LZMode::All) {
    simple(v);
    return vMag(leading_zeros(mode == LZMode::All ? v.get() : v.get() & 0x7fffffffu));
}
template <Vector T>
sfpi_inline vInt lz_nosgn(const T& v) {
    simple(v);
    return vInt(leading_zeros(v.get() & 0x7fffffffu));
}

// Left by a positive amount, right by a negative one.
enum class ShiftMode { Logical, Arithmetic };
template <WholeVector T, class By>
    requires(std::is_integral_v<By> || WholeOperand<By>::value)
sfpi_inline T shft(const T& v, const By& amount, ShiftMode mode = ShiftMode::Logical) {
    const Lanes by = whole(amount);
    simple(v);
    const Lanes right = (0u - by) & 31u;
    const Lanes moved = mode == ShiftMode::Arithmetic
                            ? (Lanes)(as_signed(v.get()) >> as_signed(right))
                            : v.get() >> right;
    return T(choose((Lanes)(as_signed(by) < 0), moved, v.get() << (by & 31u)));
}

// ---- tests ----

sfpi_inline vBool is_nan(vFloat v) {
    reads(v);
    issue(4);
    return vBool((Lanes)((v.get() & 0x7fffffffu) > 0x7f800000u));
}
sfpi_inline vBool is_inf(vFloat v) {
    reads(v);
    issue(4);
    return vBool((Lanes)((v.get() & 0x7fffffffu) == 0x7f800000u));
}
sfpi_inline vBool is_finite(vFloat v) {
    return exexp(v, ExponentMode::Biased) < 255;
}
sfpi_inline vBool is_zero(vFloat v) {
    simple(v);
    return vBool((Lanes)((v.get() << 1) == 0u));
}
sfpi_inline vBool is_subnormal(vFloat v) {
    return exexp(v, ExponentMode::Biased) == 0 && exman(v) != 0;
}
sfpi_inline vBool is_normal(vFloat v) {
    return is_finite(v) && exexp(v, ExponentMode::Biased) != 0;
}
sfpi_inline vBool is_neg(vFloat v) {
    simple(v);
    return vBool((Lanes)(as_signed(v.get()) < 0));
}
sfpi_inline vBool is_pos(vFloat v) {
    return !is_neg(v);
}

}  // namespace sfpi

#include "sfpi/ordering.h"
