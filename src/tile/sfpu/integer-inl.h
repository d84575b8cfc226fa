// Integers: 32 bits in two's complement, or 16 bits in the upper half of a word.
// A part of families.cpp.
#include <numeric>

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace integer {
namespace {

template <int kInputs, class Fn>
constexpr Form int32(Fn fn) {
    return words<kInputs, Numbers::int32>(fn);
}
template <int kInputs, class Fn>
constexpr Form uint32(Fn fn) {
    return words<kInputs, Numbers::uint32>(fn);
}
template <int kInputs, class Fn>
constexpr Form uint16(Fn fn) {
    return words<kInputs, Numbers::uint16>(fn);
}
// By the format that the call names.
template <int kInputs, class Fn>
constexpr Form any(Fn fn) {
    return words<kInputs, Numbers::mixed>(fn);
}

template <class M>
VI yes(M mask) {
    return hn::IfThenElseZero(mask, ki(1));
}

// Signed comparison orders unsigned numbers once their top bits are flipped.
VI flipped(VI x) {
    return hn::Xor(x, ki(std::numeric_limits<std::int32_t>::min()));
}
template <bool kUnsigned>
VI most(VI a, VI b) {
    return kUnsigned ? flipped(hn::Max(flipped(a), flipped(b))) : hn::Max(a, b);
}
template <bool kUnsigned>
VI least(VI a, VI b) {
    return kUnsigned ? flipped(hn::Min(flipped(a), flipped(b))) : hn::Min(a, b);
}
void order(P p, VI& a, VI& b) {
    if (p.call.format != Format::uint32) return;
    a = flipped(a);
    b = flipped(b);
}

VI in_range(VI shift, VI value) {
    return hn::IfThenElseZero(hn::And(shift > ki(-1), shift < ki(32)), value);
}
VI shift_left(VI x, VI by) {
    return in_range(by, x << (by & ki(31)));
}
VI shift_right(VI x, VI by) {
    return x >> (by & ki(31));
}
VI shift_down(VI x, VI by) {
    const VU y = hn::BitCast(DU(), x) >> hn::BitCast(DU(), by & ki(31));
    return hn::BitCast(DI(), y);
}

// Division has no vector instruction.
template <class Fn>
VI by_lane(VI a, VI b, Fn fn) {
    alignas(64) std::int32_t x[HWY_MAX_BYTES / 4], y[HWY_MAX_BYTES / 4];
    hn::Store(a, DI(), x);
    hn::Store(b, DI(), y);
    for (std::size_t i = 0; i < kWidth; ++i) x[i] = fn(x[i], y[i]);
    return hn::Load(DI(), x);
}
std::int32_t whole_quotient(std::int32_t a, std::int32_t b) {
    return b == 0 ? 0 : static_cast<std::int32_t>(std::int64_t{a} / b);
}
std::int32_t rest(std::int32_t a, std::int32_t b) {
    return b == 0 ? 0 : static_cast<std::int32_t>(std::int64_t{a} % b);
}
std::int32_t floor_quotient(std::int32_t a, std::int32_t b) {
    const bool below = rest(a, b) != 0 && (a < 0) != (b < 0);
    return whole_quotient(a, b) - (below ? 1 : 0);
}
std::int32_t floored_rest(std::int32_t a, std::int32_t b) {
    const std::int32_t r = rest(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
std::int32_t unsigned_rest(std::int32_t a, std::int32_t b) {
    const auto divisor = static_cast<std::uint32_t>(b);
    return divisor == 0 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(a) % divisor);
}
std::int32_t gcd(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(std::gcd(std::int64_t{a}, std::int64_t{b}));
}
std::int32_t lcm(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(std::lcm(std::int64_t{a}, std::int64_t{b}));
}

// The references count in doubles, which hold every 32-bit number; tests compare modulo 2^32.
std::uint32_t word_of(double value) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}
double unsigned_of(std::uint32_t word) {
    return word;
}

constexpr SfpuOp kRows[] = {
    row("abs_int32", int32<1>([](P, VI x) { return hn::Abs(x); }),
        {.reference = [](In x, Par) { return std::fabs(x[0]); }, .cycles = 135, .measured = true}),
    row("add_int", any<2>([](P, VI a, VI b) { return a + b; }),
        {.reference = [](In x, Par) { return (x[0] + x[1]); }, .cycles = 178, .measured = true}),
    row("add_unary_int32", int32<1>([](P p, VI x) { return x + p.i(0); }),
        {.params = 1,
         .example = {12345},
         .reference = [](In x, Par p) { return (x[0] + whole(p, 0)); },
         .cycles = 138,
         .measured = true}),
    row("binary_left_shift", any<2>([](P, VI a, VI s) { return in_range(s, shift_left(a, s)); }),
        {.cycles = 320, .note = "shifts of 32 and more, and negative ones, give zero"}),
    row("binary_logical_right_shift",
        any<2>([](P, VI a, VI s) { return in_range(s, shift_down(a, s)); }),
        {.cycles = 320, .note = "shifts of 32 and more give zero"}),
    row("binary_max_int32", int32<2>([](P, VI a, VI b) { return hn::Max(a, b); }),
        {.reference = [](In x, Par) { return std::fmax(x[0], x[1]); },
         .cycles = 192,
         .measured = true}),
    row("binary_max_uint32", uint32<2>([](P, VI a, VI b) { return most<true>(a, b); }),
        {.reference = [](In x, Par) { return std::fmax(x[0], x[1]); },
         .cycles = 192,
         .measured = true}),
    row("binary_min_int32", int32<2>([](P, VI a, VI b) { return hn::Min(a, b); }),
        {.reference = [](In x, Par) { return std::fmin(x[0], x[1]); },
         .cycles = 192,
         .measured = true}),
    row("binary_min_uint32", uint32<2>([](P, VI a, VI b) { return least<true>(a, b); }),
        {.reference = [](In x, Par) { return std::fmin(x[0], x[1]); },
         .cycles = 192,
         .measured = true}),
    row("binary_right_shift", any<2>([](P, VI a, VI s) { return in_range(s, shift_right(a, s)); }),
        {.cycles = 400, .note = "arithmetic; shifts of 32 and more give zero"}),
    row("bitwise_and", any<1>([](P p, VI x) { return hn::And(x, p.i(0)); }),
        {.params = 1,
         .example = {0x1234},
         .reference = [](In x, Par p) { return unsigned_of(word_of(x[0]) & p[0]); },
         .cycles = 140}),
    row("bitwise_and_binary", any<2>([](P, VI a, VI b) { return hn::And(a, b); }),
        {.reference = [](In x, Par) { return unsigned_of(word_of(x[0]) & word_of(x[1])); },
         .cycles = 178,
         .measured = true}),
    row("bitwise_not", int32<1>([](P, VI x) { return hn::Not(x); }),
        {.reference = [](In x, Par) { return -1 - x[0]; }, .cycles = 135, .measured = true}),
    row("bitwise_or", any<1>([](P p, VI x) { return hn::Or(x, p.i(0)); }),
        {.params = 1,
         .example = {0x1234},
         .reference = [](In x, Par p) { return unsigned_of(word_of(x[0]) | p[0]); },
         .cycles = 140}),
    row("bitwise_or_binary", any<2>([](P, VI a, VI b) { return hn::Or(a, b); }),
        {.reference = [](In x, Par) { return unsigned_of(word_of(x[0]) | word_of(x[1])); },
         .cycles = 178,
         .measured = true}),
    row("bitwise_xor", any<1>([](P p, VI x) { return hn::Xor(x, p.i(0)); }),
        {.params = 1,
         .example = {0x1234},
         .reference = [](In x, Par p) { return unsigned_of(word_of(x[0]) ^ p[0]); },
         .cycles = 140}),
    row("bitwise_xor_binary", any<2>([](P, VI a, VI b) { return hn::Xor(a, b); }),
        {.reference = [](In x, Par) { return unsigned_of(word_of(x[0]) ^ word_of(x[1])); },
         .cycles = 178,
         .measured = true}),
    row("clamp_int32", int32<1>([](P p, VI x) { return hn::Min(hn::Max(x, p.i(0)), p.i(1)); }),
        {.params = 2,
         .example = {5, 5000},
         .reference = [](In x,
                         Par p) { return std::fmin(std::fmax(x[0], whole(p, 0)), whole(p, 1)); },
         .cycles = 384}),
    row("div_int32", int32<2>([](P, VI a, VI b) {
            return hn::BitCast(DI(), hn::ConvertTo(DF(), a) / hn::ConvertTo(DF(), b));
        }),
        {.cycles = 1000, .note = "a float: the quotient of the rounded operands"}),
    row("div_int32_floor", int32<2>([](P, VI a, VI b) { return by_lane(a, b, floor_quotient); }),
        {.reference = [](In x, Par) { return std::floor(x[0] / x[1]); },
         .cycles = 2400,
         .note = "a quotient by zero is zero"}),
    row("div_int32_trunc", int32<2>([](P, VI a, VI b) { return by_lane(a, b, whole_quotient); }),
        {.reference = [](In x, Par) { return std::trunc(x[0] / x[1]); },
         .cycles = 2300,
         .note = "a quotient by zero is zero"}),
    row("eq_int", any<2>([](P p, VI a, VI b) {
            order(p, a, b);
            return yes(a == b);
        }),
        {.reference = [](In x, Par) { return truth(x[0] == x[1]); },
         .cycles = 288,
         .measured = true}),
    row("eqz_int32", int32<1>([](P, VI x) { return yes(x == ki(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] == 0); }, .cycles = 231}),
    row("eqz_uint16", uint16<1>([](P, VI x) { return yes(x == ki(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] == 0); }, .cycles = 231}),
    row("eqz_uint32", uint32<1>([](P, VI x) { return yes(x == ki(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] == 0); }, .cycles = 231}),
    row("fmod_int32", int32<2>([](P, VI a, VI b) { return by_lane(a, b, rest); }),
        {.reference = [](In x, Par) { return std::fmod(x[0], x[1]); }, .cycles = 2300}),
    row("gcd", int32<2>([](P, VI a, VI b) { return by_lane(a, b, gcd); }),
        {.reference = [](In x,
                         Par) { return double(std::gcd(std::int64_t(x[0]), std::int64_t(x[1]))); },
         .cycles = 8000}),
    row("ge_int", any<2>([](P p, VI a, VI b) {
            order(p, a, b);
            return yes(hn::Not(a < b));
        }),
        {.reference = [](In x, Par) { return truth(x[0] >= x[1]); },
         .cycles = 288,
         .measured = true}),
    row("gez_int32", int32<1>([](P, VI x) { return yes(hn::Not(x < ki(0))); }),
        {.reference = [](In x, Par) { return truth(x[0] >= 0); }, .cycles = 231}),
    row("gt_int", any<2>([](P p, VI a, VI b) {
            order(p, a, b);
            return yes(a > b);
        }),
        {.reference = [](In x, Par) { return truth(x[0] > x[1]); },
         .cycles = 288,
         .measured = true}),
    row("gtz_int32", int32<1>([](P, VI x) { return yes(x > ki(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] > 0); }, .cycles = 231}),
    row("identity_uint32", uint32<1>([](P, VI x) { return x; }),
        {.reference = [](In x, Par) { return x[0]; }, .cycles = 124, .measured = true}),
    row("lcm", int32<2>([](P, VI a, VI b) { return by_lane(a, b, lcm); }),
        {.cycles = 9000, .note = "of numbers below 2^15, as on the chip"}),
    row("le_int", any<2>([](P p, VI a, VI b) {
            order(p, a, b);
            return yes(hn::Not(a > b));
        }),
        {.reference = [](In x, Par) { return truth(x[0] <= x[1]); },
         .cycles = 288,
         .measured = true}),
    row("left_shift", any<1>([](P p, VI x) { return shift_left(x, p.i(0)); }),
        {.params = 1,
         .example = {5},
         .reference = [](In x, Par p) { return unsigned_of(word_of(x[0]) << p[0]); },
         .cycles = 336,
         .measured = true}),
    row("lez_int32", int32<1>([](P, VI x) { return yes(hn::Not(x > ki(0))); }),
        {.reference = [](In x, Par) { return truth(x[0] <= 0); }, .cycles = 231}),
    row("lt_int", any<2>([](P p, VI a, VI b) {
            order(p, a, b);
            return yes(a < b);
        }),
        {.reference = [](In x, Par) { return truth(x[0] < x[1]); },
         .cycles = 288,
         .measured = true}),
    row("ltz_int32", int32<1>([](P, VI x) { return yes(x < ki(0)); }),
        {.reference = [](In x, Par) { return truth(x[0] < 0); }, .cycles = 231}),
    row("mul_int", any<2>([](P, VI a, VI b) { return a * b; }),
        {.reference = [](In x, Par) { return unsigned_of(word_of(x[0]) * word_of(x[1])); },
         .cycles = 992,
         .measured = true}),
    row("ne_int", any<2>([](P p, VI a, VI b) {
            order(p, a, b);
            return yes(hn::Not(a == b));
        }),
        {.reference = [](In x, Par) { return truth(x[0] != x[1]); },
         .cycles = 288,
         .measured = true}),
    row("negative_int32", int32<1>([](P, VI x) { return -x; }),
        {.reference = [](In x, Par) { return (-x[0]); }, .cycles = 170}),
    row("nez_int32", int32<1>([](P, VI x) { return yes(hn::Not(x == ki(0))); }),
        {.reference = [](In x, Par) { return truth(x[0] != 0); }, .cycles = 231}),
    row("nez_uint16", uint16<1>([](P, VI x) { return yes(hn::Not(x == ki(0))); }),
        {.reference = [](In x, Par) { return truth(x[0] != 0); }, .cycles = 231}),
    row("nez_uint32", uint32<1>([](P, VI x) { return yes(hn::Not(x == ki(0))); }),
        {.reference = [](In x, Par) { return truth(x[0] != 0); }, .cycles = 231}),
    row("relu_int32", int32<1>([](P, VI x) { return hn::Max(x, ki(0)); }),
        {.reference = [](In x, Par) { return std::fmax(x[0], 0.0); }, .cycles = 170}),
    row("relu_max_int32", int32<1>([](P p, VI x) { return hn::Max(ki(0), hn::Min(x, p.i(0))); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(0.0, std::fmin(x[0], whole(p, 0))); },
         .cycles = 298}),
    row("relu_max_uint16", uint16<1>([](P p, VI x) { return least<false>(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(0.0, std::fmin(x[0], double(p[0]))); },
         .cycles = 298}),
    row("relu_max_uint32", uint32<1>([](P p, VI x) { return least<true>(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(0.0, std::fmin(x[0], double(p[0]))); },
         .cycles = 298}),
    row("relu_min_int32", int32<1>([](P p, VI x) { return hn::Max(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(x[0], whole(p, 0)); },
         .cycles = 298}),
    row("relu_min_uint16", uint16<1>([](P p, VI x) { return most<false>(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(x[0], double(p[0])); },
         .cycles = 298}),
    row("relu_min_uint32", uint32<1>([](P p, VI x) { return most<true>(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(x[0], double(p[0])); },
         .cycles = 298}),
    row("remainder_int32", int32<2>([](P, VI a, VI b) { return by_lane(a, b, floored_rest); }),
        {.reference = [](In x, Par) { return x[0] - std::floor(x[0] / x[1]) * x[1]; },
         .cycles = 2400}),
    row("remainder_scalar_uint32",
        uint32<1>([](P p, VI a) { return by_lane(a, p.i(0), unsigned_rest); }),
        {.params = 1,
         .example = {37},
         .reference = [](In x, Par p) { return std::fmod(x[0], double(p[0])); },
         .cycles = 1600,
         .note = "remainder_tile_uint32"}),
    row("remainder_uint32", uint32<2>([](P, VI a, VI b) { return by_lane(a, b, unsigned_rest); }),
        {.reference = [](In x, Par) { return std::fmod(x[0], x[1]); }, .cycles = 2400}),
    row("right_shift",
        any<1>([](P p, VI x) { return shift_right(x, hn::Min(p.i(0) & ki(0x7fffffff), ki(31))); }),
        {.params = 1,
         .example = {5},
         .reference = [](In x, Par p) { return std::floor(x[0] / (1 << p[0])); },
         .cycles = 336,
         .note = "arithmetic, also for UInt32, as on the chip"}),
    row("rsub_int", any<2>([](P, VI a, VI b) { return b - a; }),
        {.reference = [](In x, Par) { return (x[1] - x[0]); }, .cycles = 178, .measured = true}),
    row("rsub_unary_int32", int32<1>([](P p, VI x) { return p.i(0) - x; }),
        {.params = 1,
         .example = {12345},
         .reference = [](In x, Par p) { return (whole(p, 0) - x[0]); },
         .cycles = 138}),
    row("signbit_int32", int32<1>([](P, VI x) { return hn::ShiftRight<31>(x) & ki(1); }),
        {.reference = [](In x, Par) { return truth(x[0] < 0); }, .cycles = 140}),
    row("sub_int", any<2>([](P, VI a, VI b) { return a - b; }),
        {.reference = [](In x, Par) { return (x[0] - x[1]); }, .cycles = 178, .measured = true}),
    row("sub_unary_int32", int32<1>([](P p, VI x) { return x - p.i(0); }),
        {.params = 1,
         .example = {12345},
         .reference = [](In x, Par p) { return (x[0] - whole(p, 0)); },
         .cycles = 138,
         .measured = true}),
    row("unary_eq_int32", int32<1>([](P p, VI a) {
            const VI b = p.i(0);
            return yes(a == b);
        }),
        {.params = 1,
         .example = {7},
         .reference = [](In x, Par p) { return truth(x[0] == whole(p, 0)); },
         .cycles = 256}),
    row("unary_ge_int32", int32<1>([](P p, VI a) {
            const VI b = p.i(0);
            return yes(hn::Not(a < b));
        }),
        {.params = 1,
         .example = {7},
         .reference = [](In x, Par p) { return truth(x[0] >= whole(p, 0)); },
         .cycles = 256}),
    row("unary_gt_int32", int32<1>([](P p, VI a) {
            const VI b = p.i(0);
            return yes(a > b);
        }),
        {.params = 1,
         .example = {7},
         .reference = [](In x, Par p) { return truth(x[0] > whole(p, 0)); },
         .cycles = 256}),
    row("unary_le_int32", int32<1>([](P p, VI a) {
            const VI b = p.i(0);
            return yes(hn::Not(a > b));
        }),
        {.params = 1,
         .example = {7},
         .reference = [](In x, Par p) { return truth(x[0] <= whole(p, 0)); },
         .cycles = 256}),
    row("unary_lt_int32", int32<1>([](P p, VI a) {
            const VI b = p.i(0);
            return yes(a < b);
        }),
        {.params = 1,
         .example = {7},
         .reference = [](In x, Par p) { return truth(x[0] < whole(p, 0)); },
         .cycles = 256}),
    row("unary_max_int32", int32<1>([](P p, VI x) { return hn::Max(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(x[0], whole(p, 0)); },
         .cycles = 216}),
    row("unary_max_uint32", uint32<1>([](P p, VI x) { return most<true>(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmax(x[0], double(p[0])); },
         .cycles = 216}),
    row("unary_min_int32", int32<1>([](P p, VI x) { return hn::Min(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmin(x[0], whole(p, 0)); },
         .cycles = 216}),
    row("unary_min_uint32", uint32<1>([](P p, VI x) { return least<true>(x, p.i(0)); }),
        {.params = 1,
         .example = {1000},
         .reference = [](In x, Par p) { return std::fmin(x[0], double(p[0])); },
         .cycles = 216}),
    row("unary_ne_int32", int32<1>([](P p, VI a) {
            const VI b = p.i(0);
            return yes(hn::Not(a == b));
        }),
        {.params = 1,
         .example = {7},
         .reference = [](In x, Par p) { return truth(x[0] != whole(p, 0)); },
         .cycles = 256}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace integer
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
