// The multiply-add x · y + z, which additions and multiplications are too: x · 1 + z, x · y + 0.
// In exact mode it is the chip's, which keeps three bits of the product below those of a float and
// rounds once; else the host multiplies, rounds, adds and rounds.
#pragma once

#include "ironbird/chip.h"
#include "sfpi/issue.h"

namespace sfpi {

inline constexpr std::uint32_t kFloatOne = 0x3f800000u, kFloatMinusOne = 0xbf800000u;

#if defined(IB_ANY_CHIP)

// Another on each chip and in each mode: never defined.
Lanes mad(Lanes x, Lanes y, Lanes z);
Lanes multiplied(Lanes x, Lanes y);
Lanes added(Lanes x, Lanes y);
Lanes subtracted(Lanes x, Lanes y);

#elif defined(IB_EXACT)

#if defined(ARCH_BLACKHOLE)
inline constexpr std::uint32_t kMadOf = 1;
#else
inline constexpr std::uint32_t kMadOf = 0;
#endif

// Depends on nothing else: what nobody reads is not computed.
__attribute__((const, noinline)) inline Lanes mad(Lanes x, Lanes y, Lanes z) {
    Lanes result;
    ib_sfpi_mad(reinterpret_cast<const std::uint32_t*>(&x),
                reinterpret_cast<const std::uint32_t*>(&y),
                reinterpret_cast<const std::uint32_t*>(&z),
                reinterpret_cast<std::uint32_t*>(&result), kMadOf);
    return result;
}
sfpi_inline Lanes multiplied(Lanes x, Lanes y) {
    return mad(x, y, all_lanes(0));
}
sfpi_inline Lanes added(Lanes x, Lanes y) {
    return mad(all_lanes(kFloatOne), x, y);
}
sfpi_inline Lanes subtracted(Lanes x, Lanes y) {
#if defined(ARCH_BLACKHOLE)
    return mad(all_lanes(kFloatOne), x, y ^ 0x80000000u);
#else
    return mad(y, all_lanes(kFloatMinusOne), x);
#endif
}

#else

// The arithmetic takes denormals as zero and makes none. Wormhole has no minus zero among its
// results, Blackhole only those of additions: a product is added to plus zero.
sfpi_inline Lanes with_exponent_only(Lanes x) {
    return (Lanes)((x & 0x7f800000u) != 0u);
}
sfpi_inline Lanes without_denormals(Lanes x) {
    return x & with_exponent_only(x);
}
sfpi_inline Lanes sum_of(FloatLanes x) {
    const Lanes bits = bits_of(x);
#if defined(ARCH_BLACKHOLE)
    return bits & (with_exponent_only(bits) | 0x80000000u);
#else
    return without_denormals(bits);
#endif
}
sfpi_inline FloatLanes taken(Lanes x) {
    return as_float(sum_of(as_float(x)));
}

sfpi_inline Lanes multiplied(Lanes x, Lanes y) {
    return without_denormals(bits_of(taken(x) * taken(y)));
}
sfpi_inline Lanes added(Lanes x, Lanes y) {
    return sum_of(taken(x) + taken(y));
}
sfpi_inline Lanes subtracted(Lanes x, Lanes y) {
    return sum_of(taken(x) - taken(y));
}
sfpi_inline Lanes mad(Lanes x, Lanes y, Lanes z) {
    return sum_of(as_float(multiplied(x, y)) + taken(z));
}

#endif

}  // namespace sfpi
