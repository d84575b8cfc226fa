// Error, Bessel and gamma functions.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace special {
namespace {

constexpr Store kAway = Store::half_away;

// Winitzki's formula, as on the chip.
VF erfinv(VF x) {
    const VF l = log(hn::NegMulAdd(x, x, k(1.0f)));
    const VF t = fma(k(-0.5f), l, k(-4.33074675f));
    return copy_sign(hn::Sqrt(t + hn::Sqrt(hn::NegMulAdd(l, k(6.80272109f), t * t))), x);
}

// Abramowitz and Stegun 9.8.1 to 9.8.4.
VF i0(VF x) {
    const VF size = hn::Abs(x);
    const VF t = x * k(1 / 3.75f);
    const VF near =
        poly(t * t, 0.0045813f, 0.0360768f, 0.2659732f, 1.2067492f, 3.0899424f, 3.5156229f, 1.0f);
    const VF s = k(3.75f) / hn::Max(size, k(3.75f));
    const VF far = poly(s, 0.00392377f, -0.01647633f, 0.02635537f, -0.02057706f, 0.00916281f,
                        -0.00157565f, 0.00225319f, 0.01328592f, 0.39894228f);
    return select(size < k(3.75f), near, far * exp(size) / hn::Sqrt(hn::Max(size, k(1.0f))));
}
VF i1(VF x) {
    const VF size = hn::Abs(x);
    const VF t = x * k(1 / 3.75f);
    const VF near = size * poly(t * t, 0.00032411f, 0.00301532f, 0.02658733f, 0.15084934f,
                                0.51498869f, 0.87890594f, 0.5f);
    const VF s = k(3.75f) / hn::Max(size, k(3.75f));
    const VF far = poly(s, -0.00420059f, 0.01787654f, -0.02895312f, 0.02282967f, -0.01031555f,
                        0.00163801f, -0.00362018f, -0.03988024f, 0.39894228f);
    const VF y = select(size < k(3.75f), near, far * exp(size) / hn::Sqrt(hn::Max(size, k(1.0f))));
    return copy_sign(y, x);
}

// ln of the gamma function for z >= 0.5: Stirling's series, at z + 7 where z is small.
VF log_gamma(VF z) {
    const MF near = z < k(8.0f);
    VF product = z;
    for (int n = 1; n < 7; ++n) product = product * (z + k(static_cast<float>(n)));
    const VF w = select(near, z + k(7.0f), z);
    const VF r = k(1.0f) / w;
    const VF series = r * poly(r * r, 7.9365079e-4f, -2.7777778e-3f, 8.3333333e-2f);
    const VF stirling = fma(w - k(0.5f), log(w), k(0.91893853f) - w) + series;
    return stirling - log(select(near, product, k(1.0f)));
}

// Where z lies for an argument below one half: the reflection follows in another call.
VF reflected(VF x) {
    return select(x < k(0.5f), k(1.0f) - x, x);
}

VF digamma(VF x) {
    VF sum = k(0);
    for (int n = 0; n < 6; ++n) sum = sum + k(1.0f) / (x + k(static_cast<float>(n)));
    const VF r = k(1.0f) / (x + k(6.0f));
    const VF series = r * r * poly(r * r, 3.9682540e-3f, -8.3333333e-3f, 8.3333333e-2f);
    const VF y = log(x + k(6.0f)) - k(0.5f) * r - series - sum;
    return select(x == inf(), x, y);
}

// Six terms of the series, the rest by Euler and Maclaurin: n! is in the caller's scale.
VF polygamma(P p, VF x) {
    const int n = static_cast<int>(std::bit_cast<float>(p.call.param[0]));
    const auto to_the = [](VF base, int exponent) {
        VF y = base;
        for (int i = 1; i < exponent; ++i) y = y * base;
        return y;
    };
    VF sum = k(0);
    for (int term = 0; term < 6; ++term)
        sum = sum + to_the(k(1.0f) / (x + k(static_cast<float>(term))), n + 1);
    const auto order = static_cast<float>(n);
    const float b2 = (order + 1) / 12, b4 = b2 * (order + 2) * (order + 3) / -60,
                b6 = b4 * (order + 4) * (order + 5) / -42;
    const VF r = k(1.0f) / (x + k(6.0f));
    const VF tail = fma(k(0.5f), r, poly(r * r, b6, b4, b2, 1 / order));
    return (sum + to_the(r, n) * tail) * p.f(1);
}

double bessel(double x, int order) {
    double term = order == 0 ? 1 : x / 2, sum = term;
    for (int n = 1; n < 60; ++n) sum += term *= x * x / 4 / (n * (n + order));
    return sum;
}

constexpr SfpuOp kRows[] = {
    row("digamma", unary<kAway>([](P, VF x) { return digamma(x); }),
        {.reference =
             [](In x, Par) {
                 double z = x[0], sum = 0;
                 for (; z < 12; z += 1) sum -= 1 / z;
                 const double r = 1 / (z * z);
                 return sum + std::log(z) - 0.5 / z -
                        r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r / 240)));
             },
         .low = 0.01,
         .high = 100,
         .relative = 2e-6,
         .absolute = 2e-6,
         .cycles = 1600,
         .note = "for positive arguments"}),
    row("erf", unary([](P, VF x) { return erf(x); }),
        {.reference = [](In x, Par) { return std::erf(x[0]); },
         .relative = 1e-6,
         .cycles = 1300,
         .cycles_approx = 400}),
    row("erfc", unary([](P, VF x) { return erfc(x); }),
        {.reference = [](In x, Par) { return std::erfc(x[0]); },
         .low = -6,
         .high = 8,
         .relative = 6e-6,
         .absolute = 1e-36,
         .cycles = 1300}),
    row("erfinv", unary([](P, VF x) { return erfinv(x); }),
        {.reference =
             [](In x, Par) {
                 const double l = std::log1p(-x[0] * x[0]), t = -4.330746750799873 - 0.5 * l;
                 return std::copysign(std::sqrt(t + std::sqrt(t * t - l * 6.802721088435375)),
                                      x[0]);
             },
         .low = -0.99,
         .high = 0.99,
         .relative = 1e-4,
         .absolute = 1e-3,
         .cycles = 2200,
         .note = "the chip's formula, within 0.2 % of the function"}),
    row("i0", unary([](P, VF x) { return i0(x); }),
        {.reference = [](In x, Par) { return bessel(x[0], 0); },
         .relative = 2e-6,
         .cycles = 1081,
         .measured = true}),
    row("i1", unary<kAway>([](P, VF x) { return i1(x); }),
        {.reference = [](In x, Par) { return bessel(x[0], 1); },
         .relative = 2e-6,
         .absolute = 1e-9,
         .cycles = 1400}),
    row("lgamma_adjusted", ternary<kAway>([](P, VF stirling, VF log_sine, VF x) {
            const VF y = select(x < k(0.5f), k(1.14472989f) - log_sine - stirling, stirling);
            return select(x == inf(), inf(), y);
        }),
        {.reference = [](In x,
                         Par) { return x[2] < 0.5 ? 1.1447298858494002 - x[1] - x[0] : x[0]; },
         .relative = 5e-7,
         .absolute = 5e-6,
         .cycles = 400,
         .note = "inputs: Stirling's value, ln |sin(pi x)|, x"}),
    row("lgamma_stirling", unary<kAway>([](P, VF x) { return log_gamma(reflected(x)); }),
        {.reference = [](In x, Par) { return std::lgamma(x[0] < 0.5 ? 1 - x[0] : x[0]); },
         .relative = 2e-6,
         .absolute = 4e-6,
         .cycles = 2000,
         .note = "ln of gamma at x, or at 1 - x below one half"}),
    row("lgamma_stirling_float", binary([](P, VF x, VF) { return log_gamma(reflected(x)); }),
        {.reference = [](In x, Par) { return std::lgamma(x[0] < 0.5 ? 1 - x[0] : x[0]); },
         .relative = 2e-6,
         .absolute = 4e-6,
         .cycles = 1300,
         .note = "as lgamma_stirling; the logarithm in the second input is not needed here"}),
    row("polygamma", unary<kAway>([](P p, VF x) { return polygamma(p, x); }),
        {.params = 2,
         .example = {bits(1.0f), bits(1.0f)},
         .reference =
             [](In x, Par) {
                 double z = x[0], sum = 0;
                 for (; z < 20; z += 1) sum += 1 / (z * z);
                 const double r = 1 / z;
                 return sum + r * (1 + r * (0.5 + r * (1.0 / 6 - r * r / 30)));
             },
         .low = 0.5,
         .high = 20,
         .relative = 3e-6,
         .cycles = 2600,
         .note = "parameters: the order as a float, (-1)^(n+1) n!"}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace special
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
