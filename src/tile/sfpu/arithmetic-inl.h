// Sums, products, quotients, extremes and roundings of real numbers.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace arithmetic {
namespace {

constexpr Store kAway = Store::half_away;
constexpr Store kEven = Store::half_even;

// Sums whose rounding the kernel chooses: parameter 0 not zero asks for the nearest, ties to even.
template <class Fn>
constexpr Form rounded_binary(Fn) {
    return {.inputs = 2, .apply = [](const SfpuCall& c) {
                if (c.param[0] != 0) return map<2, Store::half_even>(c, Fn{});
                map<2, Store::truncate>(c, Fn{});
            }};
}

// A product with zero is zero in a 16-bit Dst, whatever the other factor.
VF product(P p, VF a, VF b) {
    const VF y = p.mad(a * b);
    if (p.call.dst == DstKind::fp32) return y;
    return select(hn::Or(a == k(0), b == k(0)), k(0), y);
}

// The host's NaN has a sign, which the packer would give to the infinity that it makes of it.
VF quotient(VF a, VF b) {
    const VF y = a / b;
    return select(hn::IsNaN(y), nan(), y);
}

VF fmod(VF a, VF b) {
    const VF size = hn::Abs(b);
    VF rest = hn::NegMulAdd(hn::Trunc(a / b), b, a);
    rest = select(hn::Abs(rest) >= size, rest - copy_sign(size, rest), rest);
    const MF wrong = hn::And(rest != k(0), hn::Xor(a < k(0), rest < k(0)));
    rest = select(wrong, rest + copy_sign(size, a), rest);
    return select(b == k(0), nan(), rest);
}

VF remainder(VF a, VF b) {
    VF rest = hn::NegMulAdd(hn::Floor(a / b), b, a);
    rest = select(hn::And(rest != k(0), hn::Xor(rest < k(0), b < k(0))), rest + b, rest);
    rest = select(hn::Abs(rest) >= hn::Abs(b), rest - b, rest);
    return select(b == k(0), nan(), rest);
}

// NaN counts as larger than every number, as the unit's ordering of bits has it.
VF larger(VF a, VF b) {
    return select(hn::Or(hn::IsNaN(a), a > b), a, b);
}
VF smaller(VF a, VF b) {
    return select(hn::Or(hn::IsNaN(b), a < b), a, b);
}

VF power_of_ten(P p, int sign) {
    return k(static_cast<float>(std::pow(10.0, sign * static_cast<std::int32_t>(p.call.param[0]))));
}

VF divided(P p, VF value) {
    const std::uint32_t rounding = p.call.param[1];
    return rounding == 0 ? value : rounding == 1 ? hn::Trunc(value) : hn::Floor(value);
}

double floored_rest(double a, double b) {
    return a - std::floor(a / b) * b;
}

constexpr SfpuOp kRows[] = {
    row("abs", unary([](P, VF x) { return hn::Abs(x); }),
        {.reference = [](In x, Par) { return std::fabs(x[0]); }, .cycles = 135}),
    row("add_binary", rounded_binary([](P p, VF a, VF b) { return p.mad(a + b); }),
        {.params = 1,
         .reference = [](In x, Par) { return x[0] + x[1]; },
         .relative = 1.2e-7,
         .cycles = 178,
         .note = "parameter 1: round to nearest even instead of cutting off"}),
    row("add_unary", unary([](P p, VF x) { return p.mad(x + p.f(0)); }),
        {.params = 1,
         .example = {bits(1.375f)},
         .reference = [](In x, Par p) { return x[0] + real(p, 0); },
         .relative = 1.2e-7,
         .cycles = 138}),
    row("addcdiv",
        ternary<kEven>([](P p, VF a, VF b, VF c) { return fma(b * p.f(0), recip(c), a); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return x[0] + real(p, 0) * x[1] / x[2]; },
         .low = 0.25,
         .high = 8,
         .relative = 5e-7,
         .cycles = 700}),
    row("addcmul",
        ternary<kAway>([](P p, VF a, VF b, VF c) { return p.mad(fma(p.f(0) * b, c, a)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return x[0] + real(p, 0) * x[1] * x[2]; },
         .relative = 5e-7,
         .absolute = 1e-5,
         .cycles = 293,
         .cycles_fp32 = 246,
         .measured = true}),
    row("binary_max", binary([](P, VF a, VF b) { return larger(a, b); }),
        {.reference = [](In x, Par) { return std::fmax(x[0], x[1]); },
         .cycles = 150,
         .measured = true}),
    row("binary_min", binary([](P, VF a, VF b) { return smaller(a, b); }),
        {.reference = [](In x, Par) { return std::fmin(x[0], x[1]); },
         .cycles = 150,
         .measured = true}),
    row("ceil", unary([](P, VF x) { return hn::Ceil(x); }),
        {.reference = [](In x, Par) { return std::ceil(x[0]); },
         .cycles = {589, 476},
         .measured = true}),
    row("clamp", unary([](P p, VF x) { return smaller(larger(x, p.f(0)), p.f(1)); }),
        {.params = 2,
         .example = {bits(-1.5f), bits(2.5f)},
         .reference = [](In x,
                         Par p) { return std::fmin(std::fmax(x[0], real(p, 0)), real(p, 1)); },
         .cycles = 320}),
    row("div_binary", binary<kEven>([](P, VF a, VF b) { return quotient(a, b); }),
        {.reference = [](In x, Par) { return x[0] / x[1]; },
         .low = 0.01,
         .high = 100,
         .relative = 2e-7,
         .cycles = 960}),
    row("div_unary", unary([](P p, VF x) { return p.mad(x * p.f(0)); }),
        {.params = 1,
         .example = {bits(0.4f)},
         .reference = [](In x, Par p) { return x[0] * real(p, 0); },
         .relative = 1.2e-7,
         .cycles = 138,
         .note = "the parameter is the reciprocal of the divisor"}),
    row("floor", unary([](P, VF x) { return hn::Floor(x); }),
        {.reference = [](In x, Par) { return std::floor(x[0]); },
         .cycles = {589, 476},
         .measured = true}),
    row("fmod", unary([](P p, VF x) { return fmod(x, p.f(0)); }),
        {.params = 2,
         .example = {bits(3.0f), bits(1.0f / 3)},
         .reference = [](In x, Par p) { return std::fmod(x[0], real(p, 0)); },
         .relative = 1e-6,
         .absolute = 2e-6,
         .cycles = 1400,
         .note = "parameters: divisor, its reciprocal"}),
    row("fmod_binary", binary<kAway>([](P, VF a, VF b) { return fmod(a, b); }),
        {.cycles = 1400, .note = "a - trunc(a / b) * b in single precision"}),
    row("frac", unary([](P, VF x) { return x - hn::Trunc(x); }),
        {.reference = [](In x, Par) { return x[0] - std::trunc(x[0]); }, .cycles = 440}),
    row("lerp", ternary<kEven>([](P p, VF a, VF b, VF t) { return p.mad(fma(t, b - a, a)); }),
        {.reference = [](In x, Par) { return x[0] + x[2] * (x[1] - x[0]); },
         .relative = 5e-7,
         .absolute = 2e-5,
         .cycles = 300}),
    row("mac", ternary<kAway>([](P p, VF a, VF b, VF c) { return p.mad(fma(a, b, c)); }),
        {.reference = [](In x, Par) { return x[0] * x[1] + x[2]; },
         .relative = 3e-7,
         .absolute = 1e-5,
         .cycles = 250}),
    row("mul_binary", binary<kEven>([](P p, VF a, VF b) { return product(p, a, b); }),
        {.reference = [](In x, Par) { return x[0] * x[1]; }, .relative = 1.2e-7, .cycles = 420}),
    row("mul_unary", unary([](P p, VF x) { return p.mad(x * p.f(0)); }),
        {.params = 1,
         .example = {bits(-2.25f)},
         .reference = [](In x, Par p) { return x[0] * real(p, 0); },
         .relative = 1.2e-7,
         .cycles = 138}),
    row("negative", unary([](P, VF x) { return -x; }),
        {.reference = [](In x, Par) { return -x[0]; }, .cycles = 135}),
    row("rdiv", unary([](P p, VF x) { return divided(p, p.f(0) * recip(x)); }),
        {.params = 2,
         .example = {bits(3.0f), 0},
         .reference = [](In x, Par p) { return real(p, 0) / x[0]; },
         .low = 0.01,
         .high = 100,
         .relative = 4e-7,
         .cycles = 384,
         .measured = true,
         .note = "parameters: dividend; 0 no rounding, 1 towards zero, 2 down"}),
    row("remainder", unary([](P p, VF x) { return remainder(x, p.f(0)); }),
        {.params = 2,
         .example = {bits(3.0f), bits(1.0f / 3)},
         .reference = [](In x, Par p) { return floored_rest(x[0], real(p, 0)); },
         .low = 0.01,
         .relative = 1e-6,
         .absolute = 2e-6,
         .cycles = 1500,
         .note = "parameters: divisor, its reciprocal"}),
    row("remainder_binary", binary<kAway>([](P, VF a, VF b) { return remainder(a, b); }),
        {.cycles = 1500, .note = "a - floor(a / b) * b in single precision"}),
    row("round",
        unary([](P p, VF x) { return power_of_ten(p, -1) * hn::Round(x * power_of_ten(p, 1)); }),
        {.params = 1,
         .example = {0},
         .reference = [](In x, Par) { return std::nearbyint(x[0]); },
         .cycles = 604,
         .measured = true,
         .note = "the parameter is the number of decimals; ties to even"}),
    row("rsub", unary<kEven>([](P p, VF x) { return p.mad(p.f(0) - x); }),
        {.params = 1,
         .example = {bits(1.375f)},
         .reference = [](In x, Par p) { return real(p, 0) - x[0]; },
         .relative = 1.2e-7,
         .cycles = 300}),
    row("rsub_binary", rounded_binary([](P p, VF a, VF b) { return p.mad(b - a); }),
        {.params = 1,
         .reference = [](In x, Par) { return x[1] - x[0]; },
         .relative = 1.2e-7,
         .cycles = 178,
         .note = "parameter 1: round to nearest even instead of cutting off"}),
    row("rsub_unary", unary<kEven>([](P p, VF x) { return p.mad(p.f(0) - x); }),
        {.params = 1,
         .example = {bits(1.375f)},
         .reference = [](In x, Par p) { return real(p, 0) - x[0]; },
         .relative = 1.2e-7,
         .cycles = 300}),
    row("sign", unary([](P, VF x) { return select(x == k(0), k(0), copy_sign(k(1.0f), x)); }),
        {.reference = [](In x, Par) { return double((x[0] > 0) - (x[0] < 0)); }, .cycles = 320}),
    row("sub_binary", rounded_binary([](P p, VF a, VF b) { return p.mad(a - b); }),
        {.params = 1,
         .reference = [](In x, Par) { return x[0] - x[1]; },
         .relative = 1.2e-7,
         .cycles = 178,
         .note = "parameter 1: round to nearest even instead of cutting off"}),
    row("sub_unary", unary([](P p, VF x) { return p.mad(x - p.f(0)); }),
        {.params = 1,
         .example = {bits(1.375f)},
         .reference = [](In x, Par p) { return x[0] - real(p, 0); },
         .relative = 1.2e-7,
         .cycles = 138}),
    row("trunc", unary([](P, VF x) { return hn::Trunc(x); }),
        {.reference = [](In x, Par) { return std::trunc(x[0]); }, .cycles = 380, .measured = true}),
    row("unary_max", unary([](P p, VF x) { return larger(x, p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return std::fmax(x[0], real(p, 0)); },
         .cycles = 216,
         .measured = true}),
    row("unary_min", unary([](P p, VF x) { return smaller(x, p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return std::fmin(x[0], real(p, 0)); },
         .cycles = 216,
         .measured = true}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace arithmetic
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
