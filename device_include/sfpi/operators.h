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
    else {
        reads(x);
        return x.get();
    }
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

// A product, which a sum written around it takes as the factors: one multiply-add instead of two
// instructions, as the chip's compiler joins them. Kept in a variable it is a float like any other.
class Product : public vFloat {
 public:
    sfpi_inline Product(const vFloat& x, const vFloat& y)
        : vFloat(multiplied(x.get(), y.get()), (reads(x, y), issue_mad())), x_(x), y_(y) {}
    // The multiplication has been issued; with the addend it is the same instruction.
    sfpi_inline vFloat plus(const vFloat& z) const { return fused(x_.get(), z.get(), z); }
    sfpi_inline vFloat minus(const vFloat& z) const {
        return fused(x_.get(), z.get() ^ 0x80000000u, z);
    }
    // Wormhole cannot negate a factor: the product is rounded and goes through the unit again.
    sfpi_inline vFloat subtracted_from(const vFloat& z) const {
#if defined(ARCH_BLACKHOLE)
        return fused(x_.get() ^ 0x80000000u, z.get(), z);
#else
        reads(*this, z);
        return vFloat(subtracted(z.get(), get()), issue_mad());
#endif
    }

 private:
    sfpi_inline vFloat fused(Lanes x, Lanes z, const vFloat& addend) const {
        reads(addend);
        return vFloat(mad(x, y_.get(), z), unit.issued);
    }
    vFloat x_, y_;
};
template <class T>
concept NoProduct = !std::is_same_v<T, Product>;

template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline Product operator*(const A& a, const B& b) {
    return Product(floats(a), floats(b));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vFloat operator+(const A& a, const B& b) {
    const vFloat x = floats(a), y = floats(b);
    reads(x, y);
    return vFloat(added(x.get(), y.get()), issue_mad());
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vFloat operator-(const A& a, const B& b) {
    const vFloat x = floats(a), y = floats(b);
    reads(x, y);
    return vFloat(subtracted(x.get(), y.get()), issue_mad());
}
// Products that nothing else can read; of two the second is joined.
template <NoProduct B>
    requires FloatPair<vFloat, B>
sfpi_inline vFloat operator+(Product&& p, const B& b) {
    return p.plus(floats(b));
}
template <NoProduct A>
    requires FloatPair<A, vFloat>
sfpi_inline vFloat operator+(const A& a, Product&& p) {
    return p.plus(floats(a));
}
sfpi_inline vFloat operator+(Product&& first, Product&& second) {
    return second.plus(first);
}
template <NoProduct B>
    requires FloatPair<vFloat, B>
sfpi_inline vFloat operator-(Product&& p, const B& b) {
    return p.minus(floats(b));
}
template <NoProduct A>
    requires FloatPair<A, vFloat>
sfpi_inline vFloat operator-(const A& a, Product&& p) {
    return p.subtracted_from(floats(a));
}
sfpi_inline vFloat operator-(Product&& first, Product&& second) {
#if defined(ARCH_BLACKHOLE)
    return second.subtracted_from(first);
#else
    return first.minus(second);
#endif
}
template <class A>
    requires FloatOperand<A>::value
sfpi_inline vFloat operator-(const A& a) {
    const vFloat x = floats(a);
    if (ironbird::chip::is_blackhole())  // a flag of the instruction that takes it
        return vFloat(x.get() ^ 0x80000000u, x.late());
    simple(x);
    return vFloat(x.get() ^ 0x80000000u);
}
template <class A>
    requires FloatOperand<A>::value
sfpi_inline vFloat operator+(const A& a) {
    return floats(a);
}
template <class B>
sfpi_inline vFloat& operator+=(vFloat& a, B&& b) {
    return a = a + std::forward<B>(b);
}
template <class B>
sfpi_inline vFloat& operator-=(vFloat& a, B&& b) {
    return a = a - std::forward<B>(b);
}
template <class B>
sfpi_inline vFloat& operator*=(vFloat& a, const B& b) {
    return a = a * b;
}

// The unit compares bits with zero, and anything else by the difference: minus zero is below zero
// and not equal to it, and a NaN counts by its sign. Zero that stands in the code saves the
// difference.
template <class B>
sfpi_inline bool is_written_zero(const B& b) {
    if constexpr (std::is_arithmetic_v<B>) return __builtin_constant_p(b == 0) && b == 0;
    return false;
}
template <class A, class B>
sfpi_inline vFloat compared(const A& a, const B& b) {
    const vFloat x = floats(a), y = floats(b);
    if (is_written_zero(b)) {
        reads(x);
        return x;
    }
    reads(x, y);
    const vFloat difference(subtracted(x.get(), y.get()), issue_mad());
    reads(difference);
    return difference;
}
sfpi_inline Lanes negative(const vFloat& v) {
    issue();
    return (Lanes)(as_signed(v.get()) < 0);
}
sfpi_inline Lanes zero(const vFloat& v) {
    issue();
    return (Lanes)(v.get() == 0u);
}

template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator<(const A& a, const B& b) {
    return vBool(negative(compared(a, b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator>=(const A& a, const B& b) {
    return vBool(~negative(compared(a, b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator==(const A& a, const B& b) {
    return vBool(zero(compared(a, b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator!=(const A& a, const B& b) {
    return vBool(~zero(compared(a, b)));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator>(const A& a, const B& b) {
    const vFloat v = compared(a, b);
    return vBool(~negative(v) & ~zero(v));
}
template <class A, class B>
    requires FloatPair<A, B>
sfpi_inline vBool operator<=(const A& a, const B& b) {
    const vFloat v = compared(a, b);
    return vBool(negative(v) | zero(v));
}

}  // namespace sfpi

#include "sfpi/whole_operators.h"
