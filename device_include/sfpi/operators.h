// Arithmetic and comparison. An operator belongs to the kind of its vector operand; the other side
// may be a scalar, a constant or a row of Dst.
#pragma once

#include "sfpi/registers.h"

namespace sfpi {

// ---- what may stand for a vector of floats, of whole numbers ----

template <class T>
struct FloatOperand : std::bool_constant<FloatVector<T>> {};
template <DataLayout layout>
struct FloatOperand<DstRow<layout>> : std::true_type {};
template <>
struct FloatOperand<Constant<vFloat>> : std::true_type {};

template <class T>
struct WholeOperand : std::bool_constant<WholeVector<T>> {};
template <>
struct WholeOperand<Constant<vInt>> : std::true_type {};

template <class A, class B>
concept FloatPair =
    (FloatOperand<A>::value &&
     (FloatOperand<B>::value || std::is_arithmetic_v<B> || std::is_same_v<B, sFloat16b>)) ||
    (FloatOperand<B>::value && (std::is_arithmetic_v<A> || std::is_same_v<A, sFloat16b>));
template <class A, class B>
concept WholePair = (WholeOperand<A>::value && (WholeOperand<B>::value || std::is_integral_v<B>)) ||
                    (WholeOperand<B>::value && std::is_integral_v<A>);

template <class T>
sfpi_inline vFloat floats(const T& x) {
    if constexpr (std::is_arithmetic_v<T>)
        return vFloat(float(x));
    else
        return vFloat(x);
}
template <class T>
sfpi_inline Lanes whole(const T& x) {
    if constexpr (std::is_integral_v<T>)
        return all_lanes(std::uint32_t(x));
    else if constexpr (std::is_same_v<T, Constant<vInt>>)
        return x.value().get();
    else
        return x.get();
}

// Signed where one side is; bit operations stay unsigned where one side is.
template <class A, class B>
inline constexpr bool kAnySigned =
    SignedVector<A> || SignedVector<B> || std::is_same_v<A, Constant<vInt>> ||
    std::is_same_v<B, Constant<vInt>>;
template <class T>
inline constexpr bool kPlainUnsigned = std::is_same_v<T, vUInt>;
template <class A, class B>
using Sum = std::conditional_t<kAnySigned<A, B>, vInt, vUInt>;
template <class A, class B>
using Mask = std::conditional_t<
    kPlainUnsigned<A> || kPlainUnsigned<B>, vUInt,
    std::conditional_t<kAnySigned<A, B>, vInt,
                       std::conditional_t<std::is_base_of_v<vMag, A>, vMag, vUInt>>>;

// ---- floats ----

sfpi_inline vFloat made(FloatLanes x) {
    return vFloat(without_denormals(x));
}
sfpi_inline FloatLanes taken(vFloat x) {
    return without_denormals(x.floats());
}

template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vFloat operator+(const A& a, const B& b) {
    return made(taken(floats(a)) + taken(floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vFloat operator-(const A& a, const B& b) {
    return made(taken(floats(a)) - taken(floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vFloat operator*(const A& a, const B& b) {
    return made(taken(floats(a)) * taken(floats(b)));
}
template <class A>
    requires FloatOperand<A>::value
sfpi_inline vFloat operator-(const A& a) {
    return vFloat(floats(a).get() ^ 0x80000000u);
}
template <class A>
    requires FloatOperand<A>::value
sfpi_inline vFloat operator+(const A& a) {
    return floats(a);
}
template <class B>
sfpi_inline vFloat& operator+=(vFloat& a, const B& b) {
    return a = a + b;
}
template <class B>
sfpi_inline vFloat& operator-=(vFloat& a, const B& b) {
    return a = a - b;
}
template <class B>
sfpi_inline vFloat& operator*=(vFloat& a, const B& b) {
    return a = a * b;
}

// The unit compares with zero by the sign, and with anything else by the sign of the difference:
// minus zero is below zero, and a NaN counts by its sign.
sfpi_inline Lanes below(vFloat a, vFloat b) {
    const Lanes plain = b.get() << 1;
    const Lanes against_zero = (Lanes)(plain == 0u);
    const Lanes difference = (a - b).get();
    const Lanes sign = choose(against_zero, a.get(), difference);
    return (Lanes)(as_signed(sign) < 0);
}
sfpi_inline Lanes same(vFloat a, vFloat b) {
    const Lanes against_zero = (Lanes)((b.get() << 1) == 0u);
    const Lanes left = choose(against_zero, a.get(), (a - b).get());
    return (Lanes)((left << 1) == 0u);
}

template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator<(const A& a, const B& b) {
    return vBool(below(floats(a), floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator>=(const A& a, const B& b) {
    return vBool(~below(floats(a), floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator==(const A& a, const B& b) {
    return vBool(same(floats(a), floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator!=(const A& a, const B& b) {
    return vBool(~same(floats(a), floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator>(const A& a, const B& b) {
    return vBool(~below(floats(a), floats(b)) & ~same(floats(a), floats(b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator<=(const A& a, const B& b) {
    return vBool(below(floats(a), floats(b)) | same(floats(a), floats(b)));
}

}  // namespace sfpi

#include "sfpi/whole_operators.h"
