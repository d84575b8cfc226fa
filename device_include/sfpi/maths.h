// Elementary functions on vectors, for the face functions that we ship. Relative error below 2e-7
// in the range where the result is a normal number.
#pragma once

#include "sfpi/lut.h"

namespace sfpi {

// The division is the host's; it counts as the seed and two steps of Newton's that it stands for.
sfpi_inline vFloat reciprocal(vFloat x) {
    enum : std::uint32_t { kCycles = 10 };
    reads(x);
    issue(kCycles);
    const Lanes size = x.get() & (Lanes)((x.get() & 0x7f800000u) != 0u);
    return vFloat(multiplied(bits_of(1.0f / as_float(size)), all_lanes(kFloatOne)));
}

// 2^k · e^r with k whole and |r| at most half of ln 2.
sfpi_inline vFloat exponential(vFloat x) {
    const vFloat bounded = clamp(x, -88.0f, 88.7f);
    const FloatInt whole_part = round(bounded * 1.44269504f);
    const vFloat k = whole_part.first;
    const vFloat r = bounded - k * 0.693145752f - k * 1.42860677e-6f;
    const vFloat power = polynomial(r, 1.0f, 1.0f, 0.5f, 0.166666672f, 0.0416664667f,
                                    0.00833336823f, 0.00139304355f);
    const vFloat scale = as<vFloat>((whole_part.second + 127) << 23);
    const vFloat result = power * scale;
    return vFloat(choose((x < -88.0f).get(), all_lanes(0), result.get()));
}

// ln(m · 2^e) with m between √½ and √2: e ln 2 + 2 artanh((m - 1) / (m + 1)).
sfpi_inline vFloat logarithm(vFloat x) {
    const vInt biased = exexp(setman(x, exman(x)), ExponentMode::Biased);
    const vFloat mantissa = setexp(x, 127);
    const Lanes large = (mantissa >= 1.41421356f).get();
    const vFloat m = vFloat(choose(large, (mantissa * 0.5f).get(), mantissa.get()));
    const vInt e = biased - 127 + vInt(large & 1u);
    const vFloat t = (m - 1.0f) * reciprocal(m + 1.0f), u = t * t;
    const vFloat series = polynomial(u, 2.0f, 0.666666667f, 0.4f, 0.285714286f, 0.222222222f);
    return convert<vFloat>(e) * 0.693147181f + t * series;
}

}  // namespace sfpi
