// Arithmetic and comparison of whole numbers: two's complement, wrapping. One instruction each;
// equality and the comparisons that look for it need two.
#pragma once

#include "sfpi/operators.h"

namespace sfpi {

template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Sum<A, B> operator+(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue();
    return Sum<A, B>(x + y);
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Sum<A, B> operator-(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue();
    return Sum<A, B>(x - y);
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Mask<A, B> operator&(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue();
    return Mask<A, B>(x & y);
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Mask<A, B> operator|(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue();
    return Mask<A, B>(x | y);
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Mask<A, B> operator^(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue();
    return Mask<A, B>(x ^ y);
}
sfpi_inline vUInt operator&(const vSMag& a, std::uint32_t b) {
    reads(a);
    issue();
    return vUInt(a.get() & b);
}
template <WholeVector A>
sfpi_inline A operator~(const A& a) {
    reads(a);
    issue();
    return A(~a.get());
}
template <WholeVector A>
sfpi_inline Sum<A, A> operator-(const A& a) {
    reads(a);
    issue();
    return Sum<A, A>(0u - a.get());
}

// Shifts take the low five bits of the amount. Wormhole has no arithmetic shift.
template <WholeVector A, class B>
    requires(std::is_integral_v<B> || WholeOperand<B>::value)
sfpi_inline A operator<<(const A& a, const B& by) {
    const Lanes x = whole(a), n = whole(by) & 31u;
    issue();
    return A(x << n);
}
template <WholeVector A, class B>
    requires(std::is_integral_v<B> || WholeOperand<B>::value)
sfpi_inline A operator>>(const A& a, const B& by) {
    const Lanes x = whole(a), n = whole(by) & 31u;
    issue();
    if constexpr (SignedVector<A>)
        if (ironbird::chip::is_blackhole()) return A((Lanes)(as_signed(x) >> as_signed(n)));
    return A(x >> n);
}

template <WholeVector A, class B>
sfpi_inline A& operator+=(A& a, const B& b) {
    return a = A((a + b).get());
}
template <WholeVector A, class B>
sfpi_inline A& operator-=(A& a, const B& b) {
    return a = A((a - b).get());
}
template <WholeVector A, class B>
sfpi_inline A& operator&=(A& a, const B& b) {
    return a = A((a & b).get());
}
template <WholeVector A, class B>
sfpi_inline A& operator|=(A& a, const B& b) {
    return a = A((a | b).get());
}
template <WholeVector A, class B>
sfpi_inline A& operator^=(A& a, const B& b) {
    return a = A((a ^ b).get());
}
template <WholeVector A, class B>
sfpi_inline A& operator<<=(A& a, const B& b) {
    return a = a << b;
}
template <WholeVector A, class B>
sfpi_inline A& operator>>=(A& a, const B& b) {
    return a = a >> b;
}

// One up or down, floats too.
template <class A>
concept Counts = WholeVector<A> || std::is_same_v<A, vFloat>;
template <Counts A>
sfpi_inline A& operator++(A& a) {
    return a += 1;
}
template <Counts A>
sfpi_inline A& operator--(A& a) {
    return a -= 1;
}
template <Counts A>
sfpi_inline A operator++(A& a, int) {
    const A before = a;
    a += 1;
    return before;
}
template <Counts A>
sfpi_inline A operator--(A& a, int) {
    const A before = a;
    a -= 1;
    return before;
}

template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator==(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue(2);
    return vBool((Lanes)(x == y));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator!=(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue(2);
    return vBool((Lanes)(x != y));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator<(const A& a, const B& b) {
    const Lanes x = whole(a), y = whole(b);
    issue();
    if constexpr (kAnySigned<A, B>)
        return vBool((Lanes)(as_signed(x) < as_signed(y)));
    else
        return vBool((Lanes)(x < y));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator>(const A& a, const B& b) {
    issue();
    return b < a;
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator<=(const A& a, const B& b) {
    issue();
    return !(b < a);
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator>=(const A& a, const B& b) {
    return !(a < b);
}
sfpi_inline vBool operator==(const vSMag& a, const vSMag& b) {
    reads(a, b);
    issue(2);
    return vBool((Lanes)(a.get() == b.get()));
}
sfpi_inline vBool operator!=(const vSMag& a, const vSMag& b) {
    return !(a == b);
}
template <class B>
    requires std::is_integral_v<B>
sfpi_inline vBool operator==(const vSMag& a, B b) {
    reads(a);
    issue(2);
    return vBool((Lanes)(a.get() == all_lanes(std::uint32_t(b))));
}
template <class B>
    requires std::is_integral_v<B>
sfpi_inline vBool operator!=(const vSMag& a, B b) {
    return !(a == b);
}

}  // namespace sfpi
