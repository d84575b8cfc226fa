// Activations of neural networks.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace activation {
namespace {

constexpr Store kAway = Store::half_away;

// Where x is the least of all, its product with zero is zero, no NaN.
VF zero_at_least(VF x, VF y) {
    return select(x == -inf(), k(0), y);
}
VF gelu(VF x) {
    return zero_at_least(x, k(0.5f) * x * erfc(x * k(-0.70710678f)));
}
VF gelu_tanh(VF x) {
    const VF inner = k(0.79788456f) * fma(k(0.044715f) * x * x, x, x);
    return zero_at_least(x, x * sigmoid(inner + inner));
}
VF normal_density(VF x) {
    return k(0.39894228f) * exp(k(-0.5f) * x * x);
}
// x times the density, which falls faster than x grows.
VF weighted_density(VF x) {
    return select(hn::Abs(x) == inf(), k(0), x * normal_density(x));
}
VF silu(VF x) {
    return zero_at_least(x, x * sigmoid(x));
}
// tanh(softplus(x)) as a quotient of polynomials in exp.
VF tanh_softplus(VF x) {
    const VF e = exp(hn::Min(x, k(20.0f)));
    const VF n = e * (e + k(2.0f));
    return n / (n + k(2.0f));
}
VF exp_minus_one(VF x) {
    return expm1(hn::Min(x, k(0)));
}

// ---- approximate forms: the tables of lines that the chip's own code loads

// Three lines by the magnitude, with the coefficients of the unit's eight-bit table.
VF three_lines(VF size, float a0, float a1, float b1, float b2) {
    const VF middle = fma(size, k(a1), k(b1));
    return select(size < k(1.0f), size * k(a0), select(size < k(2.0f), middle, k(b2)));
}
VF tanh_fast(VF x) {
    return copy_sign(three_lines(hn::Abs(x), 0.90625f, 0.09375f, 0.8125f, 1.0f), x);
}
VF sigmoid_fast(VF x) {
    const VF half = three_lines(hn::Abs(x), 0.2265625f, 0.265625f, -0.046875f, 0.5f);
    return copy_sign(half, x) + k(0.5f);
}
// Six lines, sixteen bits each.
VF gelu_fast(VF x) {
    const VF size = hn::Abs(x);
    const auto below = [&](float end, float a, float b, VF beyond) {
        return select(size < k(end), fma(size, k(a), k(b)), beyond);
    };
    VF y = below(3.0f, 0.540039062f, -0.119384766f, size * k(0.5f));
    y = below(2.0f, 0.609863281f, -0.263427734f, y);
    y = below(1.5f, 0.618652344f, -0.279541016f, y);
    y = below(1.0f, 0.493896484f, -0.160400391f, y);
    y = below(0.5f, 0.192749023f, -0.000104427f, y);
    return fma(x, k(0.5f), y);
}

double phi(double x) {
    return 0.5 * std::erfc(-x * 0.70710678118654752);
}
double density(double x) {
    return 0.39894228040143268 * std::exp(-0.5 * x * x);
}
double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}

constexpr SfpuOp kRows[] = {
    row("celu",
        unary<kAway>([](P p, VF x) { return select(x < k(0), p.f(0) * expm1(x * p.f(1)), x); }),
        {.params = 2,
         .example = {bits(1.5f), bits(1 / 1.5f)},
         .reference =
             [](In x, Par p) {
                 return x[0] < 0 ? real(p, 0) * std::expm1(x[0] * real(p, 1)) : x[0];
             },
         .relative = 6e-7,
         .absolute = 2e-7,
         .cycles = 1100,
         .note = "the second parameter is the reciprocal of the first"}),
    row("elu",
        unary<kAway>([](P p, VF x) { return select(x < k(0), p.f(0) * exp_minus_one(x), x); }),
        {.params = 1,
         .example = {bits(0.75f)},
         .reference = [](In x, Par p) { return x[0] < 0 ? real(p, 0) * std::expm1(x[0]) : x[0]; },
         .relative = 6e-7,
         .absolute = 2e-7,
         .cycles = 1000}),
    row("gelu",
        unary_or_fast<kAway>([](P, VF x) { return gelu(x); }, [](P, VF x) { return gelu_fast(x); }),
        {.reference = [](In x, Par) { return x[0] * phi(x[0]); },
         .relative = 8e-6,
         .absolute = 1e-30,
         .cycles = 2847,
         .cycles_approx = 221,
         .measured = true,
         .note = "the approximate form is the chip's table of six lines, within 0.03"}),
    row("gelu_derivative", unary<kAway>([](P, VF x) {
            return weighted_density(x) + k(0.5f) * erfc(x * k(-0.70710678f));
        }),
        {.reference = [](In x, Par) { return phi(x[0]) + x[0] * density(x[0]); },
         .low = -8,
         .high = 8,
         .relative = 5e-6,
         .absolute = 4e-7,
         .cycles = 7843,
         .measured = true}),
    row("gelu_tanh", unary<kAway>([](P, VF x) { return gelu_tanh(x); }),
        {.reference =
             [](In x, Par) {
                 const double inner = 0.79788456080286536 * (x[0] + 0.044715 * x[0] * x[0] * x[0]);
                 return x[0] * logistic(2 * inner);
             },
         .low = -6,
         .high = 10,
         .relative = 2e-5,
         .absolute = 1e-7,
         .cycles = 2012,
         .measured = true}),
    row("hardmish",
        unary([](P, VF x) { return x * hn::Clamp(fma(k(0.5f), x, k(1.0f)), k(0), k(1.0f)); }),
        {.reference = [](In x,
                         Par) { return x[0] * std::fmin(1.0, std::fmax(0.0, 0.5 * x[0] + 1)); },
         .relative = 4e-7,
         .absolute = 2e-7,
         .cycles = 601,
         .measured = true}),
    row("hardshrink", unary([](P p, VF x) { return select(hn::Abs(x) <= p.f(0), k(0), x); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return std::fabs(x[0]) <= real(p, 0) ? 0 : x[0]; },
         .cycles = 320}),
    row("hardsigmoid",
        unary([](P, VF x) { return hn::Clamp(fma(x, k(0.16666667f), k(0.5f)), k(0), k(1.0f)); }),
        {.reference = [](In x, Par) { return std::fmin(1.0, std::fmax(0.0, x[0] / 6 + 0.5)); },
         .relative = 2e-7,
         .absolute = 2e-7,
         .cycles = 289,
         .measured = true}),
    row("hardtanh", unary([](P p, VF x) { return hn::Min(hn::Max(x, p.f(0)), p.f(1)); }),
        {.params = 2,
         .example = {bits(-1.0f), bits(1.0f)},
         .reference = [](In x,
                         Par p) { return std::fmin(real(p, 1), std::fmax(real(p, 0), x[0])); },
         .cycles = 320}),
    row("leaky_relu", unary([](P p, VF x) { return select(x < k(0), x * p.f(0), x); }),
        {.params = 1,
         .example = {bits(0.125f)},
         .reference = [](In x, Par p) { return x[0] < 0 ? x[0] * real(p, 0) : x[0]; },
         .relative = 2e-7,
         .cycles = 256}),
    row("logsigmoid", binary([](P, VF x, VF e) {
            const VF large = select(x > k(4.0f), -e, -softplus(-x));
            return select(x <= k(-4.0f), x, large);
        }),
        {.cycles = 700,
         .note = "the second input is exp(-x); above 4 minus that, below -4 x itself"}),
    row("mish", unary<kAway>([](P, VF x) { return x * tanh_softplus(x); }),
        {.reference = [](In x, Par) { return x[0] * std::tanh(std::log1p(std::exp(x[0]))); },
         .relative = 2e-6,
         .absolute = 1e-9,
         .cycles = 1800}),
    row("prelu", unary([](P p, VF x) { return select(x < k(0), x * p.f(0), x); }),
        {.params = 1,
         .example = {bits(0.25f)},
         .reference = [](In x, Par p) { return x[0] < 0 ? x[0] * real(p, 0) : x[0]; },
         .relative = 2e-7,
         .cycles = 256}),
    row("relu", unary([](P, VF x) { return select(x < k(0), k(0), x); }),
        {.reference = [](In x, Par) { return x[0] < 0 ? 0 : x[0]; }, .cycles = 192}),
    row("relu_max", unary([](P p, VF x) {
            const VF capped = select(x > p.f(0), p.f(0), x);
            return select(capped < k(0), k(0), capped);
        }),
        {.params = 1,
         .example = {bits(6.0f)},
         .reference = [](In x, Par p) { return std::fmax(0.0, std::fmin(x[0], real(p, 0))); },
         .cycles = 298,
         .measured = true}),
    row("relu_min", unary([](P p, VF x) { return select(x < p.f(0), p.f(0), x); }),
        {.params = 1,
         .example = {bits(-2.0f)},
         .reference = [](In x, Par p) { return std::fmax(x[0], real(p, 0)); },
         .cycles = 192}),
    row("selu", unary<kAway>([](P p, VF x) {
            return p.f(0) * select(x < k(0), p.f(1) * exp_minus_one(x), x);
        }),
        {.params = 2,
         .example = {bits(1.05070098f), bits(1.67326324f)},
         .reference =
             [](In x, Par p) {
                 return real(p, 0) * (x[0] < 0 ? real(p, 1) * std::expm1(x[0]) : x[0]);
             },
         .relative = 8e-7,
         .absolute = 3e-7,
         .cycles = 1100,
         .note = "parameters: scale, alpha"}),
    row("sigmoid",
        unary_or_fast<kAway>([](P, VF x) { return sigmoid(x); },
                             [](P, VF x) { return sigmoid_fast(x); }),
        {.reference = [](In x, Par) { return logistic(x[0]); },
         .low = -80,
         .high = 80,
         .relative = 6e-7,
         .cycles = 1247,
         .cycles_approx = {198, 221},
         .measured = true,
         .note = "the approximate form is the chip's table of three lines, within 0.12"}),
    row("silu", unary<kAway>([](P, VF x) { return silu(x); }),
        {.reference = [](In x, Par) { return x[0] * logistic(x[0]); },
         .low = -60,
         .high = 60,
         .relative = 8e-7,
         .cycles = 1971,
         .measured = true}),
    row("situ_glu", binary<kAway>([](P, VF gate, VF up) {
            const VF gated = k(4.0f) * tanh(gate * k(0.25f)) * sigmoid(gate);
            return gated * k(25.0f) * tanh(up * k(0.04f));
        }),
        {.reference =
             [](In x, Par) {
                 return 4 * std::tanh(x[0] / 4) * logistic(x[0]) * 25 * std::tanh(x[1] / 25);
             },
         .relative = 4e-6,
         .absolute = 1e-6,
         .cycles = 2926,
         .measured = true}),
    row("snake_beta", ternary<kAway>([](P, VF x, VF alpha, VF beta) {
            const VF wave = hn::Sin(DF(), x * alpha);
            return fma(wave * wave, recip(beta), x);
        }),
        {.reference =
             [](In x, Par) {
                 const double wave = std::sin(x[0] * x[1]);
                 return x[0] + wave * wave / x[2];
             },
         .low = 0.25,
         .high = 8,
         .relative = 2e-6,
         .absolute = 8e-5,
         .cycles = 1400}),
    row("softcap", unary<kAway>([](P p, VF x) { return p.f(0) * tanh(x * p.f(1)); }),
        {.params = 2,
         .example = {bits(30.0f), bits(1 / 30.0f)},
         .reference = [](In x, Par p) { return real(p, 0) * std::tanh(x[0] * real(p, 1)); },
         .low = -100,
         .high = 100,
         .relative = 2e-6,
         .absolute = 1e-6,
         .cycles = 1500}),
    row("softplus", unary<kAway>([](P p, VF x) {
            const VF scaled = x * p.f(0);
            return select(scaled > p.f(2), x, p.f(1) * softplus(scaled));
        }),
        {.params = 3,
         .example = {bits(1.0f), bits(1.0f), bits(20.0f)},
         .reference = [](In x, Par) { return std::log1p(std::exp(x[0])); },
         .relative = 1e-6,
         .absolute = 1e-7,
         .cycles = 1450,
         .measured = true,
         .note = "parameters: beta, 1 / beta, threshold"}),
    row("softshrink", unary([](P p, VF x) {
            const VF beyond = select(x > p.f(0), x - p.f(0), k(0));
            return select(x < -p.f(0), x + p.f(0), beyond);
        }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference =
             [](In x, Par p) {
                 const double l = real(p, 0);
                 return x[0] > l ? x[0] - l : x[0] < -l ? x[0] + l : 0;
             },
         .relative = 2e-7,
         .absolute = 5e-7,
         .cycles = 384}),
    row("softsign", unary([](P, VF x) { return x * recip(k(1.0f) + hn::Abs(x)); }),
        {.reference = [](In x, Par) { return x[0] / (1 + std::fabs(x[0])); },
         .relative = 4e-7,
         .cycles = 700}),
    row("tanh",
        unary_or_fast<kAway>([](P, VF x) { return tanh(x); }, [](P, VF x) { return tanh_fast(x); }),
        {.reference = [](In x, Par) { return std::tanh(x[0]); },
         .relative = 2e-6,
         .absolute = 1e-7,
         .cycles = 764,
         .cycles_approx = {230, 126},
         .cycles_fp32 = {1440, 1344},
         .measured = true,
         .note = "the approximate form is the chip's table of three lines, within 0.15"}),
    row("tanh_derivative", unary<kAway>([](P, VF x) {
            const VF e = exp(k(-2.0f) * hn::Abs(x));
            const VF d = k(1.0f) + e;
            return k(4.0f) * e / (d * d);
        }),
        {.reference =
             [](In x, Par) {
                 const double c = std::cosh(x[0]);
                 return 1 / (c * c);
             },
         .low = -20,
         .high = 20,
         .relative = 3e-6,
         .cycles = 1200}),
    row("tanhshrink", unary<kAway>([](P, VF x) {
            const VF x2 = x * x;
            const VF series =
                x * x2 *
                poly(x2, -0.0088632355f, 0.021869488f, -0.053968254f, 0.13333333f, -0.33333333f);
            return select(hn::Abs(x) < k(0.5f), -series, x - tanh(x));
        }),
        {.reference = [](In x, Par) { return x[0] - std::tanh(x[0]); },
         .relative = 2e-5,
         .absolute = 1e-7,
         .cycles = 1300}),
    row("threshold", unary([](P p, VF x) { return select(x <= p.f(0), p.f(1), x); }),
        {.params = 2,
         .example = {bits(1.0f), bits(-5.0f)},
         .reference = [](In x, Par p) { return x[0] <= real(p, 0) ? real(p, 1) : x[0]; },
         .cycles = 192}),
    row("xielu", unary<kAway>([](P p, VF x) {
            const VF above = fma(p.f(0) * x, x, k(0.5f) * x);
            const VF low = hn::Min(x, k(-1e-6f));
            const VF below = fma(p.f(1), expm1(low) - x, k(0.5f) * x);
            return select(x > k(0), above, below);
        }),
        {.params = 2,
         .example = {bits(0.8f), bits(0.6f)},
         .reference =
             [](In x, Par p) {
                 if (x[0] > 0) return real(p, 0) * x[0] * x[0] + 0.5 * x[0];
                 return real(p, 1) * (std::expm1(std::fmin(x[0], -1e-6)) - x[0]) + 0.5 * x[0];
             },
         .relative = 2e-6,
         .absolute = 1e-6,
         .cycles = 1200,
         .note = "parameters: alpha above and below zero"}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace activation
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
