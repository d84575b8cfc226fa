// Exponentials, logarithms, powers and roots.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace exponential {
namespace {

constexpr Store kAway = Store::half_away;

// The chip's fast exponential: the bits of 2^(x / ln 2) from one multiply-add, with eight bits of
// fraction (the constants of the LLK).
VF exp_fast(VF x) {
    const VF t = fma(hn::Max(x, k(-88.5f)), k(369.329925f), k(32500.8184f));
    const VI rounded = hn::ConvertTo(DI(), hn::Clamp(t, k(0), k(65535.0f)) + k(0.5f));
    return hn::BitCast(DF(), hn::ShiftLeft<15>(rounded));
}

VF cbrt(VF x) {
    const VF a = hn::Abs(x);
    // A third of the exponent, then Halley's steps.
    const VF guess = hn::ConvertTo(DF(), hn::BitCast(DI(), as_bits(a))) * k(1.0f / 3);
    VF y = hn::BitCast(DF(), hn::ConvertTo(DI(), guess) + ki(0x2a514067));
    for (int step = 0; step < 3; ++step) {
        const VF cube = y * y * y;
        y = y - y * (cube - a) / fma(k(2.0f), cube, a);
    }
    y = select(a < inf(), y, a);
    return copy_sign(select(a == k(0), a, y), x);
}

VF rsqrt(VF x) {
    return k(1.0f) / hn::Sqrt(x);
}

constexpr double kLn2 = 0.69314718055994531;

constexpr SfpuOp kRows[] = {
    row("add_rsqrt", unary<kAway>([](P p, VF x) { return rsqrt(x + p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return 1 / std::sqrt(x[0] + real(p, 0)); },
         .low = 0,
         .high = 100,
         .relative = 4e-7,
         .cycles = 736}),
    row("cbrt", unary<kAway>([](P, VF x) { return cbrt(x); }),
        {.reference = [](In x, Par) { return std::cbrt(x[0]); },
         .low = -1000,
         .high = 1000,
         .relative = 5e-7,
         .cycles = 736,
         .cycles_fp32 = 992,
         .measured = true}),
    row("exp",
        unary_or_fast<kAway>([](P p, VF x) { return exp(x * p.f(0)); },
                             [](P p, VF x) { return exp_fast(x * p.f(0)); }),
        {.params = 1,
         .example = {bits(1.0f)},
         .reference = [](In x, Par p) { return std::exp(x[0] * real(p, 0)); },
         .low = -80,
         .high = 80,
         .relative = 5e-7,
         .cycles = {731, 620},
         .cycles_approx = 94,
         .cycles_fp32 = 1280,
         .measured = true,
         .note = "the approximate form is the chip's own, within 4 %"}),
    row("exp2", unary<kAway>([](P, VF x) { return power(k(2.0f), x); }),
        {.reference = [](In x, Par) { return std::exp2(x[0]); },
         .low = -120,
         .high = 120,
         .relative = 5e-7,
         .cycles = 896,
         .measured = true}),
    row("expm1", unary<kAway>([](P, VF x) { return expm1(x); }),
        {.reference = [](In x, Par) { return std::expm1(x[0]); },
         .low = -20,
         .high = 80,
         .relative = 6e-7,
         .absolute = 1e-7,
         .cycles = 1088,
         .cycles_fp32 = 1664,
         .measured = true}),
    row("log", unary<kAway>([](P, VF x) { return log(x); }),
        {.reference = [](In x, Par) { return std::log(x[0]); },
         .low = 1e-30,
         .high = 1e30,
         .relative = 5e-7,
         .absolute = 1e-7,
         .cycles = 864,
         .cycles_fp32 = 1216,
         .measured = true}),
    row("log1p", unary<kAway>([](P, VF x) { return log1p(x); }),
        {.reference = [](In x, Par) { return std::log1p(x[0]); },
         .low = -0.99,
         .high = 1000,
         .relative = 6e-7,
         .absolute = 1e-7,
         .cycles = 960,
         .cycles_fp32 = 1344,
         .measured = true}),
    row("log_with_base", unary<kAway>([](P p, VF x) { return log(x) * p.f(0); }),
        {.params = 1,
         .example = {bits(1.44269504f)},
         .reference = [](In x, Par p) { return std::log(x[0]) * real(p, 0); },
         .low = 1e-30,
         .high = 1e30,
         .relative = 6e-7,
         .absolute = 2e-7,
         .cycles = 928,
         .note = "the parameter is 1 / ln(base)"}),
    row("power", unary<kAway>([](P p, VF x) { return pow(x, p.f(0)); }),
        {.params = 1,
         .example = {bits(2.5f)},
         .reference = [](In x, Par p) { return std::pow(x[0], real(p, 0)); },
         .low = 1e-3,
         .high = 1000,
         .relative = 2e-6,
         .cycles = 3295,
         .measured = true}),
    row("power_binary", binary<kAway>([](P, VF x, VF y) { return pow(x, y); }),
        {.reference = [](In x, Par) { return std::pow(x[0], x[1]); },
         .low = 0.05,
         .high = 8,
         .relative = 2e-6,
         .cycles = 3295,
         .measured = true}),
    row("power_iterative", unary([](P p, VF x) {
            VF result = k(1.0f);
            for (std::uint32_t n = p.call.param[0]; n > 0; --n) result = result * x;
            return result;
        }),
        {.params = 1,
         .example = {3},
         .reference = [](In x, Par p) { return std::pow(x[0], double(p[0])); },
         .relative = 5e-7,
         .cycles = 320,
         .note = "the parameter is a whole number"}),
    row("recip", unary<kAway>([](P, VF x) { return recip(x); }),
        {.reference = [](In x, Par) { return 1 / x[0]; },
         .low = 1e-3,
         .high = 1e3,
         .relative = 3e-7,
         .cycles = {1059, 288},
         .measured = true,
         .note = "1 / 0 is infinity in the older form too"}),
    row("rpow", unary<kAway>([](P p, VF x) { return pow(p.f(0), x); }),
        {.params = 1,
         .example = {bits(1.75f)},
         .reference = [](In x, Par p) { return std::pow(real(p, 0), x[0]); },
         .low = -40,
         .high = 40,
         .relative = 2e-6,
         .cycles = 3295}),
    row("rsqrt", unary<kAway>([](P, VF x) { return rsqrt(x); }),
        {.reference = [](In x, Par) { return 1 / std::sqrt(x[0]); },
         .low = 1e-6,
         .high = 1e6,
         .relative = 4e-7,
         .cycles = 704,
         .cycles_approx = 448}),
    row("sqrt", unary<kAway>([](P, VF x) { return hn::Sqrt(x); }),
        {.reference = [](In x, Par) { return std::sqrt(x[0]); },
         .low = 0,
         .high = 1e6,
         .relative = 2e-7,
         .cycles = 704,
         .cycles_approx = 448}),
    row("square", unary([](P p, VF x) { return p.mad(x * x); }),
        {.reference = [](In x, Par) { return x[0] * x[0]; }, .relative = 2e-7, .cycles = 160}),
    row("xlogy_binary", binary([](P, VF x, VF y) {
            const VF product = x * log(y);
            return select(hn::Or(y < k(0), hn::IsNaN(y)), nan(), product);
        }),
        {.reference = [](In x, Par) { return x[0] * std::log(x[1]); },
         .low = 0.01,
         .high = 100,
         .relative = 6e-7,
         .absolute = 2e-5,
         .cycles = 960}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace exponential
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
