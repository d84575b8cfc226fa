// Greatest, least, exchange and clamping. The unit orders floats as signs and magnitudes, so that
// infinities and NaN have their places too.
#pragma once

#include "sfpi/functions.h"

namespace sfpi {

// Signs and magnitudes as whole numbers in the same order.
sfpi_inline SignedLanes rank(Lanes sign_magnitude) {
    const Lanes negative = (Lanes)(as_signed(sign_magnitude) < 0);
    return as_signed(choose(negative, ~(sign_magnitude & 0x7fffffffu), sign_magnitude));
}

// Lanes of `mask`, a bit per lane or per group of eight, get the greater first.
sfpi_inline Lanes reversed_lanes(std::uint32_t mask) {
    if (mask != 0 && mask <= 15)
        mask = (mask & 1) * 0xffu | (mask >> 1 & 1) * 0xff00u | (mask >> 2 & 1) * 0xff0000u |
               (mask >> 3 & 1) * 0xff000000u;
    const Lanes number = unit.reg[kRegLane] >> 1;
    return (Lanes)((all_lanes(mask) >> number & 1u) != 0u);
}
template <class T>
    requires(Vector<T> && NoProduct<T>)
sfpi_inline std::pair<T, T> min_max(const T& a, const T& b, std::uint32_t mask = 0) {
    reads(a, b);
    issue(kSwapCycles);
    const Lanes exchange = (Lanes)(rank(b.get()) < rank(a.get())) ^ reversed_lanes(mask);
    return {T(choose(exchange, b.get(), a.get())), T(choose(exchange, a.get(), b.get()))};
}

template <class T>
concept Ordered = (FloatVector<T> && NoProduct<T>) || std::is_base_of_v<vSMag, T>;

template <Ordered T>
sfpi_inline T min(const T& a, const T& b) {
    return min_max(a, b).first;
}
template <Ordered T>
sfpi_inline T max(const T& a, const T& b) {
    return min_max(a, b).second;
}
sfpi_inline vFloat min(vFloat a, vFloat b) {
    return min_max(a, b).first;
}
sfpi_inline vFloat max(vFloat a, vFloat b) {
    return min_max(a, b).second;
}
sfpi_inline vFloat min(vFloat a, float b) {
    return min(a, vFloat(b));
}
sfpi_inline vFloat max(vFloat a, float b) {
    return max(a, vFloat(b));
}
sfpi_inline vUInt min(vUInt a, unsigned b) {
    reads(a);
    issue(kSwapCycles);
    return vUInt(choose((Lanes)(a.get() < b), a.get(), all_lanes(b)));
}
sfpi_inline vUInt max(vUInt a, unsigned b) {
    reads(a);
    issue(kSwapCycles);
    return vUInt(choose((Lanes)(a.get() < b), all_lanes(b), a.get()));
}
template <Ordered T>
sfpi_inline T clamp(const T& v, const T& lower, const T& upper) {
    return min(max(v, lower), upper);
}
sfpi_inline vFloat clamp(vFloat v, vFloat lower, vFloat upper) {
    return min(max(v, lower), upper);
}
sfpi_inline vFloat clamp(vFloat v, float lower, float upper) {
    return min(max(v, lower), upper);
}
sfpi_inline vUInt clamp(vUInt v, unsigned lower, unsigned upper) {
    return min(max(v, lower), upper);
}
sfpi_inline vFloat symmetric_clamp(vFloat v, float bound) {
    return copysgn(min(abs(v), bound), v);
}
sfpi_inline vFloat rectified_linear_unit(vFloat v) {
    return max(v, 0.0f);
}

template <Vector T>
sfpi_inline void swap(T& a, T& b) {
    reads(a, b);
    issue(kSwapCycles);
    const T before = a;
    a = b;
    b = before;
}
template <Vector T>
sfpi_inline void vec_swap(T& a, T& b) {
    swap(a, b);
}
template <Vector T>
sfpi_inline void vec_min_max(T& a, T& b) {
    const auto [least, greatest] = min_max(a, b);
    a = least;
    b = greatest;
}

}  // namespace sfpi
