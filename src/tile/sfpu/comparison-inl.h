// Comparisons, which give one or zero, and selections.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace comparison {
namespace {

// By the format that the call names: a float, or an integer in its place.
constexpr Form logical_not_form() {
    return {.apply = [](const SfpuCall& c) {
        const auto zero = [](P, VI x) { return hn::IfThenElseZero(x == ki(0), ki(1)); };
        if (c.format == Format::uint16) return map_words<1, true>(c, zero);
        if (c.format == Format::int32 || c.format == Format::uint32)
            return map_words<1, false>(c, zero);
        map<1, Store::truncate>(c, [](P, VF x) { return flag(x == k(0)); });
    }};
}

// Zero counts by its bits without the sign, which holds for every format.
template <std::uint32_t kElse>
constexpr Form mask_form() {
    return {.inputs = 2, .store = Store::bits, .apply = [](const SfpuCall& c) {
                map_words<2, false>(c, [](P p, VI data, VI mask) {
                    const bool half = p.call.dst == DstKind::fp16 && kElse != 0;
                    const VI other = ki(half ? 0x7fff0000 : static_cast<std::int32_t>(kElse));
                    const VI size = hn::And(mask, ki(0x7fffffff));
                    return hn::IfThenElse(size == ki(0), other, data);
                });
            }};
}

constexpr Form where_form() {
    return {.inputs = 3, .store = Store::bits, .apply = [](const SfpuCall& c) {
                map_words<3, false>(c, [](P, VI condition, VI yes, VI no) {
                    return hn::IfThenElse(condition == ki(0), no, yes);
                });
            }};
}

constexpr SfpuOp kRows[] = {
    row("eq_binary", binary([](P, VF a, VF b) { return flag(a == b); }),
        {.reference = [](In x, Par) { return truth(x[0] == x[1]); },
         .cycles = 448,
         .measured = true}),
    row("eqz", unary([](P, VF x) { return flag(x == k(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] == 0); }, .cycles = 284, .measured = true}),
    row("ge_binary", binary([](P, VF a, VF b) { return flag(a >= b); }),
        {.reference = [](In x, Par) { return truth(x[0] >= x[1]); },
         .cycles = {544, 416},
         .measured = true}),
    row("gez", unary([](P, VF x) { return flag(x >= k(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] >= 0); }, .cycles = 284, .measured = true}),
    row("gt_binary", binary([](P, VF a, VF b) { return flag(a > b); }),
        {.reference = [](In x, Par) { return truth(x[0] > x[1]); },
         .cycles = {480, 352},
         .measured = true}),
    row("gtz", unary([](P, VF x) { return flag(x > k(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] > 0); }, .cycles = 316, .measured = true}),
    row("heaviside", unary([](P p, VF x) { return select(x == k(0), p.f(0), flag(x > k(0))); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return x[0] == 0 ? real(p, 0) : truth(x[0] > 0); },
         .cycles = 320}),
    row("isclose_binary", binary([](P p, VF a, VF b) {
            const VF tolerance = fma(p.f(0), hn::Abs(b), p.f(1));
            const MF close = hn::Abs(a - b) <= tolerance;
            const MF finite = hn::And(hn::Abs(a) < inf(), hn::Abs(b) < inf());
            MF same = a == b;
            if (p.call.param[2] != 0) same = hn::Or(same, hn::And(hn::IsNaN(a), hn::IsNaN(b)));
            return flag(hn::Or(hn::And(finite, close), hn::And(hn::Not(finite), same)));
        }),
        {.params = 3,
         .example = {bits(0.25f), bits(0.5f), 0},
         .reference =
             [](In x, Par p) {
                 return truth(std::fabs(x[0] - x[1]) <= real(p, 1) + real(p, 0) * std::fabs(x[1]));
             },
         .cycles = 700,
         .note = "parameters: relative and absolute tolerance, NaN equals NaN"}),
    row("isfinite", unary([](P, VF x) { return flag(hn::Abs(x) < inf()); }),
        {.reference = [](In x, Par) { return truth(std::isfinite(x[0])); }, .cycles = 288}),
    row("isinf", unary([](P, VF x) { return flag(hn::Abs(x) == inf()); }),
        {.reference = [](In x, Par) { return truth(std::isinf(x[0])); }, .cycles = 288}),
    row("isnan", unary([](P, VF x) { return flag(hn::IsNaN(x)); }),
        {.reference = [](In x, Par) { return truth(std::isnan(x[0])); }, .cycles = 288}),
    row("isneginf", unary([](P, VF x) { return flag(x == -inf()); }),
        {.reference = [](In x, Par) { return truth(std::isinf(x[0]) && x[0] < 0); },
         .cycles = 288}),
    row("isposinf", unary([](P, VF x) { return flag(x == inf()); }),
        {.reference = [](In x, Par) { return truth(std::isinf(x[0]) && x[0] > 0); },
         .cycles = 288}),
    row("le_binary", binary([](P, VF a, VF b) { return flag(a <= b); }),
        {.reference = [](In x, Par) { return truth(x[0] <= x[1]); },
         .cycles = {544, 416},
         .measured = true}),
    row("lez", unary([](P, VF x) { return flag(x <= k(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] <= 0); }, .cycles = 316, .measured = true}),
    row("logical_not", logical_not_form(),
        {.reference = [](In x, Par) { return truth(x[0] == 0); }, .cycles = 231, .measured = true}),
    row("lt_binary", binary([](P, VF a, VF b) { return flag(a < b); }),
        {.reference = [](In x, Par) { return truth(x[0] < x[1]); },
         .cycles = {480, 352},
         .measured = true}),
    row("ltz", unary([](P, VF x) { return flag(x < k(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] < 0); }, .cycles = 284, .measured = true}),
    row("mask", mask_form<0>(),
        {.reference = [](In x, Par) { return x[1] == 0 ? 0 : x[0]; }, .cycles = 250}),
    row("mask_posinf", mask_form<0x7f800000>(), {.cycles = 250}),
    row("ne_binary", binary([](P, VF a, VF b) { return flag(a != b); }),
        {.reference = [](In x, Par) { return truth(x[0] != x[1]); },
         .cycles = 448,
         .measured = true}),
    row("nez", unary([](P, VF x) { return flag(x != k(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] != 0); }, .cycles = 284, .measured = true}),
    row("signbit", unary([](P, VF x) {
            return as_float(hn::And(ku(0x3f800000), ku(0) - hn::ShiftRight<31>(as_bits(x))));
        }),
        {.reference = [](In x, Par) { return truth(std::signbit(x[0])); },
         .cycles = 180,
         .measured = true}),
    row("unary_eq", unary([](P p, VF x) { return flag(x == p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return truth(x[0] == real(p, 0)); },
         .cycles = 288}),
    row("unary_ge", unary([](P p, VF x) { return flag(x >= p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return truth(x[0] >= real(p, 0)); },
         .cycles = 288}),
    row("unary_gt", unary([](P p, VF x) { return flag(x > p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return truth(x[0] > real(p, 0)); },
         .cycles = 288}),
    row("unary_le", unary([](P p, VF x) { return flag(x <= p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return truth(x[0] <= real(p, 0)); },
         .cycles = 288}),
    row("unary_lt", unary([](P p, VF x) { return flag(x < p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return truth(x[0] < real(p, 0)); },
         .cycles = 288}),
    row("unary_ne", unary([](P p, VF x) { return flag(x != p.f(0)); }),
        {.params = 1,
         .example = {bits(0.5f)},
         .reference = [](In x, Par p) { return truth(x[0] != real(p, 0)); },
         .cycles = 288}),
    row("where", where_form(),
        {.reference = [](In x, Par) { return x[0] != 0 || std::signbit(x[0]) ? x[1] : x[2]; },
         .cycles = 128}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace comparison
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
