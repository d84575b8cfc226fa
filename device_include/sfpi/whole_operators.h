// Arithmetic and comparison of whole numbers: two's complement, wrapping.
#pragma once

#include "sfpi/operators.h"

namespace sfpi {

template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Sum<A, B> operator+(const A& a, const B& b) {
    return Sum<A, B>(whole(a) + whole(b));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Sum<A, B> operator-(const A& a, const B& b) {
    return Sum<A, B>(whole(a) - whole(b));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Mask<A, B> operator&(const A& a, const B& b) {
    return Mask<A, B>(whole(a) & whole(b));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Mask<A, B> operator|(const A& a, const B& b) {
    return Mask<A, B>(whole(a) | whole(b));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline Mask<A, B> operator^(const A& a, const B& b) {
    return Mask<A, B>(whole(a) ^ whole(b));
}
sfpi_inline vUInt operator&(const vSMag& a, std::uint32_t b) {
    return vUInt(a.get() & b);
}
template <WholeVector A>
sfpi_inline A operator~(const A& a) {
    return A(~a.get());
}
template <WholeVector A>
sfpi_inline Sum<A, A> operator-(const A& a) {
    return Sum<A, A>(0u - a.get());
}

// Shifts take the low five bits of the amount. Wormhole has no arithmetic shift.
template <WholeVector A, class B>
    requires(std::is_integral_v<B> || WholeOperand<B>::value)
sfpi_inline A operator<<(const A& a, const B& by) {
    return A(a.get() << (whole(by) & 31u));
}
template <WholeVector A, class B>
    requires(std::is_integral_v<B> || WholeOperand<B>::value)
sfpi_inline A operator>>(const A& a, const B& by) {
#if defined(ARCH_BLACKHOLE)
    if constexpr (SignedVector<A>)
        return A((Lanes)(as_signed(a.get()) >> as_signed(whole(by) & 31u)));
#endif
    return A(a.get() >> (whole(by) & 31u));
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
    return vBool((Lanes)(whole(a) == whole(b)));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator!=(const A& a, const B& b) {
    return vBool((Lanes)(whole(a) != whole(b)));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator<(const A& a, const B& b) {
    if constexpr (kAnySigned<A, B>)
        return vBool((Lanes)(as_signed(whole(a)) < as_signed(whole(b))));
    else
        return vBool((Lanes)(whole(a) < whole(b)));
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator>(const A& a, const B& b) {
    return b < a;
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator<=(const A& a, const B& b) {
    return !(b < a);
}
template <class A, class B>
    requires WholePair<A, B>
sfpi_inline vBool operator>=(const A& a, const B& b) {
    return !(a < b);
}
sfpi_inline vBool operator==(const vSMag& a, const vSMag& b) {
    return vBool((Lanes)(a.get() == b.get()));
}
sfpi_inline vBool operator!=(const vSMag& a, const vSMag& b) {
    return !(a == b);
}
template <class B>
    requires std::is_integral_v<B>
sfpi_inline vBool operator==(const vSMag& a, B b) {
    return vBool((Lanes)(a.get() == all_lanes(std::uint32_t(b))));
}
template <class B>
    requires std::is_integral_v<B>
sfpi_inline vBool operator!=(const vSMag& a, B b) {
    return !(a == b);
}

}  // namespace sfpi
