// Elementary functions over whole vectors, for every argument: what lies outside the library's
// domains (zeros, infinities, NaN) is put right here.
#include <hwy/contrib/math/math-inl.h>

#include "tile/sfpu/lanes-inl.h"

#if defined(IRONBIRD_TILE_SFPU_FUNCTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_SFPU_FUNCTIONS_INL_H_
#undef IRONBIRD_TILE_SFPU_FUNCTIONS_INL_H_
#else
#define IRONBIRD_TILE_SFPU_FUNCTIONS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {

HWY_INLINE VF fma(VF a, VF b, VF c) {
    return hn::MulAdd(a, b, c);
}

// Horner, highest power first.
template <class... C>
VF poly(VF x, float first, C... rest) {
    VF sum = k(first);
    ((sum = fma(sum, x, k(rest))), ...);
    return sum;
}

// What overflows in the library's last step is infinite already; what underflows is zero.
HWY_INLINE VF exp(VF x) {
    const VF y = hn::Exp(DF(), hn::Min(x, k(100.0f)));
    return select(hn::IsNaN(x), x, y);
}

HWY_INLINE VF expm1(VF x) {
    const VF y = hn::Expm1(DF(), hn::Clamp(x, k(-100.0f), k(88.7f)));
    const VF over = select(x > k(88.72283f), inf(), y);
    return select(hn::IsNaN(x), x, over);
}

HWY_INLINE VF log(VF x) {
    const VF y = hn::Log(DF(), hn::Clamp(x, k(1.17549435e-38f), k(3.4028235e38f)));
    const VF zero = select(x == k(0), -inf(), y);
    const VF over = select(x == inf(), inf(), zero);
    return select(hn::Or(x < k(0), hn::IsNaN(x)), nan(), over);
}

HWY_INLINE VF log1p(VF x) {
    const VF y = hn::Log1p(DF(), hn::Clamp(x, k(-0.99999994f), k(3.4028235e38f)));
    const VF pole = select(x == k(-1.0f), -inf(), y);
    const VF over = select(x == inf(), inf(), pole);
    return select(hn::Or(x < k(-1.0f), hn::IsNaN(x)), nan(), over);
}

HWY_INLINE VF tanh(VF x) {
    const VF z = hn::Expm1(DF(), k(-2.0f) * hn::Abs(x));
    const VF y = copy_sign(z / (z + k(2.0f)), x);
    return select(hn::IsNaN(x), x, y);
}

HWY_INLINE VF recip(VF x) {
    return flush(k(1.0f) / x);
}

HWY_INLINE VF sigmoid(VF x) {
    return recip(k(1.0f) + exp(-x));
}

// log(1 + exp(x)) without overflow, and without losing small results.
HWY_INLINE VF softplus(VF x) {
    return hn::Max(x, k(0)) + hn::Log1p(DF(), exp(-hn::Abs(x)));
}

// erfc for every argument with a small relative error: exp(-x²) times a polynomial in 1/(1+|x|/2)
// (Numerical Recipes, 6.2).
HWY_INLINE VF erfc(VF x) {
    const VF z = hn::Min(hn::Abs(x), k(1000.0f));
    const VF t = k(1.0f) / fma(k(0.5f), z, k(1.0f));
    const VF p = poly(t, 0.17087277f, -0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f,
                      -0.18628806f, 0.09678418f, 0.37409196f, 1.00002368f, -1.26551223f);
    // The square is split so that the exponent keeps its low bits.
    const VF high = as_float(hn::And(as_bits(z), ku(0xfffff000)));
    const VF low = z - high;
    const VF rest = low * (z + high);
    const VF small = poly(rest, -1.0f / 6, 0.5f, -1.0f, 1.0f);
    const VF tail = t * hn::Exp(DF(), fma(-high, high, p)) * small;
    return select(hn::IsNaN(x), x, select(x < k(0), k(2.0f) - tail, tail));
}

HWY_INLINE VF erf(VF x) {
    const VF x2 = x * x;
    const VF series = x * poly(x2, 1.0f / 75600, -1.0f / 9360, 1.0f / 1320, -1.0f / 216, 1.0f / 42,
                               -0.1f, 1.0f / 3, -1.0f);
    const VF small = series * k(-1.12837917f);
    const VF large = copy_sign(k(1.0f) - erfc(hn::Abs(x)), x);
    return select(hn::IsNaN(x), x, select(hn::Abs(x) < k(0.6f), small, large));
}

// Mantissa and exponent by hand, so that the logarithm keeps more bits than a float has.
HWY_INLINE VF log2_wide(VF x, VF& low) {
    const VI e = hn::BitCast(DI(), as_bits(x)) - ki(0x3f3504f3);
    const VI exponent = hn::ShiftRight<23>(e);
    const VF m = as_float(as_bits(x) - hn::BitCast(DU(), hn::ShiftLeft<23>(exponent)));
    const VF s = (m - k(1.0f)) / (m + k(1.0f));
    const VF rest = (m - k(1.0f)) - s * (m + k(1.0f));
    const VF s_low = rest / (m + k(1.0f));
    const VF s2 = s * s;
    const VF series = s * s2 * poly(s2, 0.41198194f, 0.57708016f, 0.96179669f);
    const VF whole = hn::ConvertTo(DF(), exponent);
    const VF lead = s * k(2.885390f);
    const VF lead_low = fma(s, k(2.885390f), -lead) + s * k(8.1777692e-8f) + s_low * k(2.885390f);
    const VF high = whole + lead;
    low = (lead - (high - whole)) + (lead_low + series);
    return high;
}

// x to the power of y for x > 0.
HWY_INLINE VF power(VF x, VF y) {
    VF low;
    const VF high = log2_wide(x, low);
    const VF product = high * y;
    const VF lost = fma(high, y, -product) + low * y;
    const VF whole = hn::Round(hn::Clamp(product, k(-300.0f), k(300.0f)));
    const VF part = (product - whole) + lost;
    const VF fraction = hn::Exp(DF(), hn::Clamp(part, k(-2.0f), k(2.0f)) * k(0.69314718f));
    const VI half = hn::ShiftRight<1>(hn::ConvertTo(DI(), hn::Clamp(whole, k(-253.0f), k(253.0f))));
    const VI other = hn::ConvertTo(DI(), hn::Clamp(whole, k(-253.0f), k(253.0f))) - half;
    const VF a = hn::BitCast(DF(), hn::ShiftLeft<23>(half + ki(127)));
    const VF b = hn::BitCast(DF(), hn::ShiftLeft<23>(other + ki(127)));
    return fraction * a * b;
}

// The whole function: signs, zeros, infinities as IEEE's pow.
HWY_INLINE VF pow(VF x, VF y) {
    const VF magnitude = hn::Abs(x);
    VF result = power(hn::Clamp(magnitude, k(1.17549435e-38f), k(3.4028235e38f)), y);
    const MF grows = y > k(0);
    result = select(hn::Or(magnitude == k(0), magnitude == inf()),
                    select(hn::Xor(grows, magnitude == k(0)), inf(), k(0)), result);
    const VF rounded = hn::Round(y);
    const VF halved = y * k(0.5f);
    const MF odd = hn::And(rounded == y, hn::Round(halved) != halved);
    result = select(hn::And(x < k(0), odd), -result, result);
    result = select(hn::And(hn::And(x < k(0), rounded != y), magnitude != inf()), nan(), result);
    result = select(hn::Or(hn::IsNaN(x), hn::IsNaN(y)), nan(), result);
    return select(hn::Or(y == k(0), x == k(1.0f)), k(1.0f), result);
}

}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
