// Functions from tables of straight lines: a · |x| + b, with a and b by where |x| lies.
#pragma once

#include "sfpi/convert.h"

namespace sfpi {

// Eight bits: sign, 3 bits of negated exponent, 4 of mantissa; all ones is zero.
sfpi_inline Lanes widened_8(Lanes c) {
    c &= 255u;
    const Lanes word = (c >> 7) << 31 | (127u - (c >> 4 & 7u)) << 23 | (c & 15u) << 19;
    return word & (Lanes)(c != 255u);
}
// Sixteen bits: FP16 whose smallest exponent is an ordinary one, and whose greatest stands for
// zero.
sfpi_inline Lanes widened_16(Lanes c) {
    c &= 0xffffu;
    const Lanes e = c >> 10 & 31u;
    const Lanes word = (e + 112u) << 23 | (c & 1023u) << 13;
    return (word & (Lanes)(e != 31u)) | (c >> 15) << 31;
}

// One instruction of the multiply-add sub-unit, choice of the line included.
sfpi_inline vFloat line(vFloat x, Lanes a, Lanes b, bool keeps_sign) {
    reads(x);
    const Lanes size = x.get() & 0x7fffffffu, y = mad(a, size, b);
    const Lanes sign = (keeps_sign ? x.get() : y) & 0x80000000u;
    return vFloat((y & 0x7fffffffu) | sign, issue_mad());
}
sfpi_inline Lanes size_below(vFloat x, float limit) {
    return (Lanes)((x.get() & 0x7fffffffu) < all_lanes(__builtin_bit_cast(std::uint32_t, limit)));
}

// Of three: up to 1, up to 2, above.
sfpi_inline Lanes third(vFloat x, Lanes low, Lanes middle, Lanes high) {
    return choose(size_below(x, 1.0f), low, choose(size_below(x, 2.0f), middle, high));
}
// Of six, two in each word: up to 0.5, 1, 1.5, 2, `last`, above.
sfpi_inline Lanes sixth(vFloat x, Lanes c01, Lanes c23, Lanes c45, float last) {
    const Lanes word = third(x, c01, c23, c45);
    const Lanes lower = third(x, size_below(x, 0.5f), size_below(x, 1.5f), size_below(x, last));
    return choose(lower, word & 0xffffu, word >> 16);
}

sfpi_inline vFloat lut_line(vFloat v, vUInt l0, vUInt l1, vUInt l2, bool keeps_sign) {
    const Lanes entry = third(v, l0.get(), l1.get(), l2.get());
    return line(v, widened_8(entry >> 8), widened_8(entry), keeps_sign);
}
sfpi_inline vFloat lut(vFloat v, vUInt l0, vUInt l1, vUInt l2) {
    return lut_line(v, l0, l1, l2, true);
}
sfpi_inline vFloat lut_sign(vFloat v, vUInt l0, vUInt l1, vUInt l2) {
    return lut_line(v, l0, l1, l2, false);
}

sfpi_inline vFloat lut2_line(vFloat v, vUInt l0, vUInt l1, vUInt l2, bool keeps_sign) {
    const Lanes entry = third(v, l0.get(), l1.get(), l2.get());
    return line(v, widened_16(entry >> 16), widened_16(entry), keeps_sign);
}
sfpi_inline vFloat lut2(vFloat v, vUInt l0, vUInt l1, vUInt l2) {
    return lut2_line(v, l0, l1, l2, true);
}
sfpi_inline vFloat lut2_sign(vFloat v, vUInt l0, vUInt l1, vUInt l2) {
    return lut2_line(v, l0, l1, l2, false);
}

sfpi_inline vFloat lut2(vFloat v, vFloat a0, vFloat a1, vFloat a2, vFloat b0, vFloat b1,
                        vFloat b2) {
    return line(v, third(v, a0.get(), a1.get(), a2.get()), third(v, b0.get(), b1.get(), b2.get()),
                true);
}
sfpi_inline vFloat lut2_sign(vFloat v, vFloat a0, vFloat a1, vFloat a2, vFloat b0, vFloat b1,
                             vFloat b2) {
    return line(v, third(v, a0.get(), a1.get(), a2.get()), third(v, b0.get(), b1.get(), b2.get()),
                false);
}

sfpi_inline vFloat lut6_line(vFloat v, vUInt a01, vUInt a23, vUInt a45, vUInt b01, vUInt b23,
                             vUInt b45, int mode, bool keeps_sign) {
    const float last = mode == 1 ? 3.0f : 4.0f;
    return line(v, widened_16(sixth(v, a01.get(), a23.get(), a45.get(), last)),
                widened_16(sixth(v, b01.get(), b23.get(), b45.get(), last)), keeps_sign);
}
sfpi_inline vFloat lut2(vFloat v, vUInt a01, vUInt a23, vUInt a45, vUInt b01, vUInt b23, vUInt b45,
                        int mode = 1) {
    return lut6_line(v, a01, a23, a45, b01, b23, b45, mode, true);
}
sfpi_inline vFloat lut2_sign(vFloat v, vUInt a01, vUInt a23, vUInt a45, vUInt b01, vUInt b23,
                             vUInt b45, int mode = 1) {
    return lut6_line(v, a01, a23, a45, b01, b23, b45, mode, false);
}

// c0 + c1 x + c2 x² …
sfpi_inline vFloat polynomial(vFloat) {
    return 0.0f;
}
template <class First>
sfpi_inline vFloat polynomial(vFloat, First c0) {
    return vFloat(c0);
}
template <class First, class Second, class... More>
sfpi_inline vFloat polynomial(vFloat x, First c0, Second c1, More... more) {
    return vFloat(c0) + x * polynomial(x, c1, more...);
}

#if defined(ARCH_BLACKHOLE)
enum class RecipMode { All, IfNegative };
enum class FractionalHalf { Low, High };

// Seven bits of 1/x from a table: that of the middle of the 128th part that x lies in. Where a
// condition is asked for, the sign is not put back.
sfpi_inline Lanes reciprocal_of_size(Lanes x) {
    const FloatLanes middle = __builtin_convertvector(x >> 16 & 127u, FloatLanes) + 128.5f;
    const FloatLanes quotient = 32768.0f / middle - 127.5f;
    const Lanes mantissa = __builtin_convertvector(quotient, Lanes);
    const Lanes inside = (253u - (x >> 23)) << 23 | mantissa << 16;
    const Lanes ordinary = choose((Lanes)(x < 0x7e800000u), inside, all_lanes(0));
    return choose((Lanes)(x < 0x00800000u), all_lanes(0x7f800000u), ordinary);
}
sfpi_inline vFloat approx_recip(vFloat v, RecipMode mode = RecipMode::All) {
    simple(v);
    const Lanes quotient = reciprocal_of_size(v.get() & 0x7fffffffu);
    if (mode == RecipMode::All) return vFloat(quotient | (v.get() & 0x80000000u));
    return vFloat(choose((Lanes)(as_signed(v.get()) < 0), quotient, v.get()));
}

// The 46-bit product of the low 23 bits, one half of it.
template <Vector A, Vector B>
sfpi_inline vMag fractional_mul(const A& a, const B& b, FractionalHalf half = FractionalHalf::Low) {
    reads(a, b);
    const Late late = issue_mad();
    using Wide = std::uint64_t __attribute__((ext_vector_type(32)));
    const Wide product = __builtin_convertvector(a.get() & 0x7fffffu, Wide) *
                         __builtin_convertvector(b.get() & 0x7fffffu, Wide);
    vMag result(
        __builtin_convertvector(half == FractionalHalf::Low ? product : product >> 23, Lanes) &
        0x7fffffu);
    result.is_late(late);
    return result;
}

sfpi_inline vInt rand() {
    issue();
    return vInt(random_lanes());
}
#endif

}  // namespace sfpi
