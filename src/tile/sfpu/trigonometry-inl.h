// Circular and hyperbolic functions and their inverses.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace trigonometry {
namespace {

constexpr Store kAway = Store::half_away;

VF finite_or_nan(VF x, VF y) {
    return select(hn::Abs(x) < inf(), y, nan());
}
VF sine(VF x) {
    return finite_or_nan(x, hn::Sin(DF(), x));
}
VF cosine(VF x) {
    return finite_or_nan(x, hn::Cos(DF(), x));
}
VF arc_sine(VF x) {
    return select(hn::Abs(x) <= k(1.0f), hn::Asin(DF(), x), nan());
}
VF arc_cosine(VF x) {
    return select(hn::Abs(x) <= k(1.0f), hn::Acos(DF(), x), nan());
}
VF arc_tangent(VF x) {
    const VF large = copy_sign(k(1.57079633f), x);
    const VF y =
        select(hn::Abs(x) < inf(), hn::Atan(DF(), hn::Clamp(x, k(-1e30f), k(1e30f))), large);
    return select(hn::IsNaN(x), x, y);
}
VF arc_tangent(VF y, VF x) {
    const VF ax = hn::Abs(x), ay = hn::Abs(y);
    const VF small = hn::Min(ax, ay), large = hn::Max(ax, ay);
    const VF ratio = select(small == large, k(1.0f), small / large);
    VF angle = hn::Atan(DF(), select(large == k(0), k(0), ratio));
    angle = select(ay > ax, k(1.57079633f) - angle, angle);
    angle = select(copy_sign(k(1.0f), x) < k(0), k(3.14159265f) - angle, angle);
    const MF unknown = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
    return select(unknown, nan(), copy_sign(angle, y));
}
VF hyperbolic_cosine(VF x) {
    const VF e = exp(hn::Abs(x) - k(0.69314718f));
    return e + k(0.25f) / e;
}
VF hyperbolic_sine(VF x) {
    const VF size = hn::Abs(x);
    const VF x2 = x * x;
    const VF series =
        size * poly(x2, 2.7557319e-6f, 1.9841270e-4f, 8.3333333e-3f, 0.16666667f, 1.0f);
    const VF e = exp(size - k(0.69314718f));
    return copy_sign(select(size < k(1.0f), series, e - k(0.25f) / e), x);
}
VF inverse_cosh(VF x) {
    const VF y = hn::Acosh(DF(), hn::Clamp(x, k(1.0f), k(3.4028235e38f)));
    return select(x == inf(), x, select(x >= k(1.0f), y, nan()));
}
VF inverse_sinh(VF x) {
    const VF y = hn::Asinh(DF(), hn::Clamp(x, k(-3.4028235e38f), k(3.4028235e38f)));
    return select(hn::Abs(x) < inf(), y, x);
}
VF inverse_tanh(VF x) {
    const VF size = hn::Abs(x);
    const VF y = hn::Atanh(DF(), hn::Clamp(x, k(-0.9999999f), k(0.9999999f)));
    const VF pole = select(size == k(1.0f), copy_sign(inf(), x), y);
    return select(size <= k(1.0f), pole, nan());
}

constexpr SfpuOp kRows[] = {
    row("acos", unary<kAway>([](P, VF x) { return arc_cosine(x); }),
        {.reference = [](In x, Par) { return std::acos(x[0]); },
         .low = -1,
         .high = 1,
         .relative = 1e-6,
         .absolute = 4e-7,
         .cycles = {2336, 2016},
         .cycles_fp32 = {1952, 1920},
         .measured = true}),
    row("acosh", unary<kAway>([](P, VF x) { return inverse_cosh(x); }),
        {.reference = [](In x, Par) { return std::acosh(x[0]); },
         .low = 1,
         .high = 1000,
         .relative = 2e-6,
         .absolute = 1e-6,
         .cycles = 4314,
         .cycles_fp32 = 5314,
         .measured = true}),
    row("asin", unary<kAway>([](P, VF x) { return arc_sine(x); }),
        {.reference = [](In x, Par) { return std::asin(x[0]); },
         .low = -1,
         .high = 1,
         .relative = 1e-6,
         .cycles = {2304, 1984},
         .cycles_fp32 = {1760, 1728},
         .measured = true}),
    row("asinh", unary<kAway>([](P, VF x) { return inverse_sinh(x); }),
        {.reference = [](In x, Par) { return std::asinh(x[0]); },
         .low = -1000,
         .high = 1000,
         .relative = 2e-6,
         .absolute = 1e-7,
         .cycles = 4186,
         .cycles_fp32 = 5090,
         .measured = true}),
    row("atan", unary<kAway>([](P, VF x) { return arc_tangent(x); }),
        {.reference = [](In x, Par) { return std::atan(x[0]); },
         .low = -1000,
         .high = 1000,
         .relative = 1e-6,
         .cycles = {1824, 1664},
         .cycles_fp32 = {1408, 1312},
         .measured = true}),
    row("atan2_binary", binary<kAway>([](P, VF y, VF x) { return arc_tangent(y, x); }),
        {.reference = [](In x, Par) { return std::atan2(x[0], x[1]); },
         .relative = 1e-6,
         .absolute = 3e-7,
         .cycles = 1632,
         .cycles_fp32 = 2112,
         .measured = true}),
    row("atanh", unary<kAway>([](P, VF x) { return inverse_tanh(x); }),
        {.reference = [](In x, Par) { return std::atanh(x[0]); },
         .low = -0.999,
         .high = 0.999,
         .relative = 2e-6,
         .absolute = 1e-7,
         .cycles = 2170,
         .cycles_fp32 = 2782,
         .measured = true}),
    row("cos", unary<kAway>([](P, VF x) { return cosine(x); }),
        {.reference = [](In x, Par) { return std::cos(x[0]); },
         .low = -1000,
         .high = 1000,
         .relative = 1e-6,
         .absolute = 5e-7,
         .cycles = 952,
         .cycles_fp32 = 992,
         .measured = true}),
    row("cosh", unary<kAway>([](P, VF x) { return hyperbolic_cosine(x); }),
        {.reference = [](In x, Par) { return std::cosh(x[0]); },
         .low = -80,
         .high = 80,
         .relative = 6e-6,
         .cycles = {1280, 1120},
         .cycles_fp32 = {1632, 1472},
         .measured = true}),
    row("sin", unary<kAway>([](P, VF x) { return sine(x); }),
        {.reference = [](In x, Par) { return std::sin(x[0]); },
         .low = -1000,
         .high = 1000,
         .relative = 1e-6,
         .absolute = 5e-7,
         .cycles = 824,
         .cycles_fp32 = 864,
         .measured = true}),
    row("sinh", unary<kAway>([](P, VF x) { return hyperbolic_sine(x); }),
        {.reference = [](In x, Par) { return std::sinh(x[0]); },
         .low = -80,
         .high = 80,
         .relative = 6e-6,
         .cycles = 1440,
         .cycles_fp32 = {1888, 1728},
         .measured = true}),
    row("tan", unary<kAway>([](P, VF x) { return sine(x) / cosine(x); }),
        {.reference = [](In x, Par) { return std::tan(x[0]); },
         .low = -1.5,
         .high = 1.5,
         .relative = 6e-6,
         .cycles = 1184,
         .cycles_fp32 = 1824,
         .measured = true}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace trigonometry
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
