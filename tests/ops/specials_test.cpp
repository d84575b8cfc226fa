// Zeros, infinities, NaN, saturation and the rules of stores, case by case.
#include <gtest/gtest.h>

#include <initializer_list>

#include "words.hpp"

namespace ironbird::tile {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Word by word on one lane's worth of equal inputs.
std::uint32_t result(std::string_view name, std::initializer_list<std::uint32_t> inputs,
                     DstKind dst, std::initializer_list<std::uint32_t> params = {},
                     Format format = Format::none, bool approx = false,
                     Silicon chip = Silicon::wormhole) {
    const SfpuOp* op = find_sfpu_op(name);
    EXPECT_NE(op, nullptr) << name;
    if (op == nullptr) return 0;
    DstTile in[3], out;
    std::size_t n = 0;
    for (const std::uint32_t word : inputs) in[n++].word.fill(word);
    std::array<std::uint32_t, kSfpuParams> param = op->example;
    if (params.size() > 0) std::copy(params.begin(), params.end(), param.begin());
    SfpuCall call;
    for (int i = 0; i < 3; ++i) call.in[i] = in[i].word.data();
    call.out = out.word.data();
    call.param = param.data();
    call.dst = dst;
    call.format = format;
    call.approx = approx;
    call.silicon = chip;
    call.count = 256;
    op->apply(call);
    for (std::uint32_t i = 1; i < call.count; ++i) EXPECT_EQ(out.word[i], out.word[0]) << name;
    return out.word[0];
}
float single(std::string_view name, float x) {
    return std::bit_cast<float>(result(name, {bits(x)}, DstKind::fp32));
}

TEST(Specials, InfinitiesAndZeros) {
    struct Case {
        std::string_view name;
        float in, out;
    };
    const Case cases[] = {
        {"exp", kInf, kInf},
        {"exp", -kInf, 0},
        {"exp", 0, 1},
        {"exp", 89, kInf},
        {"exp", -104, 0},
        {"exp2", 128, kInf},
        {"expm1", -kInf, -1},
        {"gelu", -kInf, 0},
        {"gelu_tanh", kInf, kInf},
        {"gelu_tanh", -kInf, 0},
        {"gelu_derivative", kInf, 1},
        {"gelu_derivative", -kInf, 0},
        {"log", 0, -kInf},
        {"log", kInf, kInf},
        {"log1p", -1, -kInf},
        {"recip", 0, kInf},
        {"recip", -0.0f, -kInf},
        {"recip", kInf, 0},
        {"sqrt", 0, 0},
        {"sqrt", kInf, kInf},
        {"rsqrt", 0, kInf},
        {"rsqrt", kInf, 0},
        {"tanh", kInf, 1},
        {"tanh", -kInf, -1},
        {"sigmoid", kInf, 1},
        {"sigmoid", -kInf, 0},
        {"gelu", kInf, kInf},
        {"silu", -kInf, 0},
        {"erf", kInf, 1},
        {"erf", -kInf, -1},
        {"erfc", kInf, 0},
        {"relu", -kInf, 0},
        {"relu", kInf, kInf},
        {"atan", kInf, 1.57079633f},
        {"atanh", 1, kInf},
        {"acosh", kInf, kInf},
        {"asinh", -kInf, -kInf},
        {"floor", -0.5f, -1},
        {"ceil", kInf, kInf},
        {"isinf", -kInf, 1},
        {"isfinite", kInf, 0},
        {"isposinf", -kInf, 0},
        {"isneginf", -kInf, 1},
        {"signbit", -0.0f, 1},
        {"sign", -0.0f, 0},
        {"eqz", -0.0f, 1},
        {"abs", -kInf, kInf},
        {"cbrt", -kInf, -kInf},
        {"cbrt", 0, 0},
        {"digamma", kInf, kInf},
    };
    for (const Case& c : cases) EXPECT_EQ(single(c.name, c.in), c.out) << c.name << " " << c.in;
}

TEST(Specials, NoNumberStaysNone) {
    for (const std::string_view name :
         {"exp", "log", "sqrt", "tanh", "sigmoid", "gelu", "sin", "cos", "erf", "recip", "expm1",
          "log1p", "atan", "silu", "square"})
        EXPECT_TRUE(std::isnan(single(name, kNan))) << name;
    for (const std::string_view name : {"log", "sqrt", "rsqrt", "asin", "acos", "acosh", "atanh"})
        EXPECT_TRUE(std::isnan(single(name, -2))) << name;
    EXPECT_TRUE(std::isnan(single("sin", kInf)));
    EXPECT_EQ(single("isnan", kNan), 1);
    EXPECT_EQ(single("isnan", kInf), 0);
    EXPECT_EQ(single("ltz", kNan), 0);
}

TEST(Specials, Powers) {
    const auto pow = [](float x, float y) {
        return std::bit_cast<float>(result("power_binary", {bits(x), bits(y)}, DstKind::fp32));
    };
    EXPECT_EQ(pow(0, 2), 0);
    EXPECT_EQ(pow(0, -1), kInf);
    EXPECT_EQ(pow(5, 0), 1);
    EXPECT_EQ(pow(-2, 3), -8);
    EXPECT_EQ(pow(-2, 2), 4);
    EXPECT_TRUE(std::isnan(pow(-2, 0.5f)));
    EXPECT_EQ(pow(2, 200), kInf);
    EXPECT_EQ(pow(2, -200), 0);
    EXPECT_EQ(pow(kInf, 2), kInf);
    EXPECT_EQ(pow(kInf, -2), 0);
}

TEST(Specials, RemaindersTakeTheSignOfOneSide) {
    const auto rest = [](std::string_view name, float a, float b) {
        return std::bit_cast<float>(result(name, {bits(a), bits(b)}, DstKind::fp32));
    };
    EXPECT_EQ(rest("fmod_binary", -7, 3), -1);
    EXPECT_EQ(rest("remainder_binary", -7, 3), 2);
    EXPECT_EQ(rest("remainder_binary", 7, -3), -2);
    EXPECT_EQ(rest("remainder_binary", 6, 3), 0);
    EXPECT_TRUE(std::isnan(rest("fmod_binary", 1, 0)));
}

TEST(Specials, DivisionByZero) {
    const auto quotient = [](float a, float b) {
        return std::bit_cast<float>(result("div_binary", {bits(a), bits(b)}, DstKind::fp32));
    };
    EXPECT_EQ(quotient(3, 0), kInf);
    EXPECT_EQ(quotient(-3, 0), -kInf);
    EXPECT_TRUE(std::isnan(quotient(0, 0)));
}

// Wormhole's multiply-add makes no negative zero, Blackhole's follows IEEE.
TEST(Specials, NegativeZeros) {
    const auto product = [](Silicon chip) {
        return result("mul_unary", {0}, DstKind::fp32, {bits(-1)}, Format::none, false, chip);
    };
    EXPECT_EQ(product(Silicon::wormhole), 0u);
    EXPECT_EQ(product(Silicon::blackhole), 0x80000000u);
    EXPECT_EQ(result("add_binary", {0x80000000u, 0x80000000u}, DstKind::fp32, {0}), 0u);
    EXPECT_EQ(result("abs", {0x80000000u}, DstKind::fp32), 0u);
    EXPECT_EQ(result("relu", {0x80000000u}, DstKind::fp32), 0x80000000u);
}

// A product with zero is zero in 16 bits, not a number in 32.
TEST(Specials, ZeroTimesInfinity) {
    const std::uint32_t zero = 0, inf = bits(kInf);
    EXPECT_EQ(result("mul_binary", {zero, inf}, DstKind::bf16), 0u);
    EXPECT_TRUE(std::isnan(std::bit_cast<float>(result("mul_binary", {zero, inf}, DstKind::fp32))));
}

// 1 + 2^-8 lies halfway between BF16 numbers, 1 + 3 * 2^-9 above the middle, 1 + 3 * 2^-8 halfway
// again, below an even one.
TEST(Specials, StoresToSixteenBits) {
    const auto scaled = [](std::string_view name, float x, float by) {
        const std::uint32_t word =
            name == "addcmul" ? result(name, {0, bits(x), bits(by)}, DstKind::bf16, {bits(1)})
                              : result(name, {bits(x), bits(by)}, DstKind::bf16, {bits(by)});
        return std::bit_cast<float>(word);
    };
    const float x = 1.0f + 0x1p-4f, y = 1.0f + 0x1p-4f;    // 1 + 2^-3 + 2^-8
    EXPECT_EQ(scaled("mul_unary", x, y), 1.125f);          // cut off
    EXPECT_EQ(scaled("mul_binary", x, y), 1.125f);         // half, to even
    EXPECT_EQ(scaled("addcmul", x, y), 1.125f + 0x1p-7f);  // half, away
    const float u = 1.0f + 0x1p-7f, v = 1.5f;              // 1.5 + 2^-7 + 2^-8
    EXPECT_EQ(scaled("mul_unary", u, v), 1.5f + 0x1p-7f);
    EXPECT_EQ(scaled("mul_binary", u, v), 1.5f + 0x1p-6f);
    EXPECT_EQ(scaled("addcmul", u, v), 1.5f + 0x1p-6f);
}

// The rounding instruction makes infinity of NaN and drops the sign of zero.
TEST(Specials, TheRoundingInstruction) {
    EXPECT_EQ(result("sqrt", {bits(-1)}, DstKind::bf16) & 0x7fffffffu, 0x7f800000u);
    EXPECT_EQ(result("sin", {bits(-0.0f)}, DstKind::bf16), 0u);
    EXPECT_EQ(result("negative", {0}, DstKind::bf16), 0x80000000u);
}

TEST(Specials, HalfPrecisionSaturates) {
    const std::uint32_t big = 0x7bff0000u;  // 65504
    EXPECT_EQ(result("square", {big}, DstKind::fp16), 0x7fff0000u);
    EXPECT_EQ(result("negative", {0x7fff0000u}, DstKind::fp16), 0xffff0000u);
    EXPECT_EQ(result("mul_unary", {big}, DstKind::fp16, {bits(2)}), 0x7fff0000u);
    EXPECT_EQ(result("mul_unary", {0x04000000u}, DstKind::fp16, {bits(0.5f)}), 0u);  // flushed
}

TEST(Specials, TheFastExponentialIsTheChips) {
    const auto fast = [](float x) {
        return std::bit_cast<float>(
            result("exp", {bits(x)}, DstKind::fp32, {bits(1)}, Format::none, true));
    };
    for (const float x : {-20.0f, -3.5f, -1.0f, 0.0f, 0.7f, 5.0f})
        EXPECT_NEAR(fast(x) / std::exp(x), 1, 0.04) << x;
    EXPECT_LT(fast(-200), 1e-37f);
}

// Lines by the magnitude: exact where BF16 holds the results.
TEST(Specials, ApproximateFormsAreTheChipsTables) {
    const auto fast = [](std::string_view name, float x) {
        return std::bit_cast<float>(result(name, {bits(x)}, DstKind::fp32, {}, Format::none, true));
    };
    EXPECT_EQ(fast("tanh", 0.5f), 0.453125f);
    EXPECT_EQ(fast("tanh", -1.5f), -0.953125f);
    EXPECT_EQ(fast("tanh", 7), 1);
    EXPECT_EQ(fast("sigmoid", 0), 0.5f);
    EXPECT_EQ(fast("sigmoid", 1), 0.71875f);
    EXPECT_EQ(fast("sigmoid", -4), 0);
    for (const float x : {-5.0f, -1.25f, -0.25f, 0.75f, 1.75f, 2.5f, 6.0f})
        EXPECT_NEAR(fast("gelu", x), 0.5f * x * std::erfc(-x * 0.70710678f), 0.03) << x;
}

TEST(Specials, Conversions) {
    using F = Format;
    const auto cast = [](std::uint32_t word, F from, F to, DstKind dst = DstKind::fp32) {
        return result("typecast", {word}, dst,
                      {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
    };
    EXPECT_EQ(cast(bits(-2.75f), F::float32, F::int32), static_cast<std::uint32_t>(-2));
    EXPECT_EQ(cast(bits(3e9f), F::float32, F::int32), 0x80000000u);
    EXPECT_EQ(cast(bits(3e9f), F::float32, F::uint32), 3000000000u);
    EXPECT_EQ(cast(bits(5e9f), F::float32, F::uint32), 0xffffffffu);
    EXPECT_EQ(cast(bits(-1), F::float32, F::uint32), 0u);
    EXPECT_EQ(cast(bits(2.5f), F::float32, F::uint16), 3u);
    EXPECT_EQ(cast(bits(70000), F::float32, F::uint16), 0xffffu);
    EXPECT_EQ(cast(bits(3), F::float16_b, F::uint16, DstKind::bf16), 3u << 16);
    EXPECT_EQ(cast(bits(-5), F::float32, F::uint8), 251u);
    EXPECT_EQ(cast(static_cast<std::uint32_t>(-7), F::int32, F::float32), bits(-7));
    EXPECT_EQ(cast(4000000000u, F::uint32, F::float32), bits(4e9f));
    EXPECT_EQ(cast(70000, F::uint32, F::uint16), 0xffffu);
    EXPECT_EQ(cast(static_cast<std::uint32_t>(-3), F::int32, F::uint16), 0u);
    EXPECT_EQ(cast(0xabcd0000u | 40000u, F::uint16, F::uint32), 40000u);
    EXPECT_EQ(cast(40000u, F::uint16, F::float32), bits(40000));
    EXPECT_EQ(cast(257u << 16, F::uint16, F::float16_b, DstKind::bf16), bits(258));
    EXPECT_EQ(cast(bits(1.0f + 0x1p-8f), F::float32, F::float16_b), bits(1.0f));
    EXPECT_EQ(cast(bits(1.0f + 0x3p-8f), F::float32, F::float16_b), bits(1.0f + 0x1p-6f));
    EXPECT_EQ(cast(bits(kInf), F::float32, F::float16_b), bits(kInf));
}

TEST(Specials, Shifts) {
    const auto shift = [](std::string_view name, std::uint32_t a, std::uint32_t by) {
        return result(name, {a, by}, DstKind::int32, {}, Format::int32);
    };
    EXPECT_EQ(shift("binary_left_shift", 3, 4), 48u);
    EXPECT_EQ(shift("binary_left_shift", 3, 32), 0u);
    EXPECT_EQ(shift("binary_right_shift", 0x80000000u, 4), 0xf8000000u);
    EXPECT_EQ(shift("binary_right_shift", 0x80000000u, 40), 0u);
    EXPECT_EQ(shift("binary_logical_right_shift", 0x80000000u, 4), 0x08000000u);
    EXPECT_EQ(shift("binary_left_shift", 3, static_cast<std::uint32_t>(-1)), 0u);
}

TEST(Specials, Quantisation) {
    const auto quant = [](float x, std::uint32_t to_uint8) {
        return static_cast<std::int32_t>(
            result("quant", {bits(x), bits(2)}, DstKind::fp32, {bits(3), to_uint8}));
    };
    EXPECT_EQ(quant(1.25f, 0), 6);  // 5.5, away from zero
    EXPECT_EQ(quant(1000, 0), 127);
    EXPECT_EQ(quant(-1000, 0), -127);
    EXPECT_EQ(quant(-1000, 1), 0);
    EXPECT_EQ(quant(1000, 1), 255);
    EXPECT_EQ(
        result("dequant", {static_cast<std::uint32_t>(-5), bits(0.5f)}, DstKind::fp32, {bits(3)}),
        bits(-1));
}

}  // namespace
}  // namespace ironbird::tile
