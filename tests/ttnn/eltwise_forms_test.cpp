// Forms of element-wise operations beyond the tables.
#include "harness.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/binary_backward/binary_backward.hpp"
#include "ttnn/operations/eltwise/complex_unary/complex_unary.hpp"
#include "ttnn/operations/eltwise/complex_unary_backward/complex_unary_backward.hpp"
#include "ttnn/operations/eltwise/quantization/quantization.hpp"
#include "ttnn/operations/eltwise/ternary_backward/ternary_backward.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"
#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"
#include "ttnn/operations/own/own.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

class Forms : public OnDevice {
 protected:
    static Tensor reals(const Doubles& values) {
        const auto size = static_cast<std::uint32_t>(values.size());
        return tensor_of(values, spec_of(Shape({size}), DataType::FLOAT32), &device());
    }
    static Tensor wholes(const Doubles& values) {
        const auto size = static_cast<std::uint32_t>(values.size());
        return tensor_of(values, spec_of(Shape({size}), DataType::INT32), &device());
    }
    static void close(const Tensor& got, const Doubles& want, const char* what) {
        expect_close(values_of(got), want, DataType::FLOAT32, {1e-4, 1e-4}, what);
    }
};

TEST_F(Forms, Quotients) {
    const Tensor a = reals({7, -7, 9}), b = reals({2, 2, -4});
    close(div(a, b), {3.5, -3.5, -2.25}, "div");
    close(div(a, b, false, "trunc"), {3, -3, -2}, "trunc");
    close(div(a, b, false, "floor"), {3, -4, -3}, "floor");
    close(div(a, 2.0f, false, "floor"), {3, -4, 4}, "floor with a number");
    const Tensor i = wholes({7, -7, 9}), j = wholes({2, 2, -4});
    EXPECT_EQ(div(i, j).dtype(), DataType::FLOAT32);
    close(div(i, j), {3.5, -3.5, -2.25}, "div of integers");
    EXPECT_EQ(values_of(div(i, j, false, "trunc")), (Doubles{3, -3, -2}));
    EXPECT_EQ(values_of(div(i, j, false, "floor")), (Doubles{3, -4, -3}));
    EXPECT_THAT(thrown([&] { (void)div(a, b, false, "up"); }),
                testing::HasSubstr("rounding mode is \"up\""));
    close(rdiv(reals({2, -4}), 7.0f, "floor"), {3, -2}, "rdiv");
    EXPECT_EQ(values_of(div_no_nan(reals({1, 4}), reals({0, 2}))), (Doubles{0, 2}));
}

TEST_F(Forms, Limits) {
    const Tensor x = reals({-3, 0.5, 4});
    EXPECT_EQ(values_of(clamp(x, ClampLimit(-1.0f), ClampLimit(2.0f))), (Doubles{-1, 0.5, 2}));
    EXPECT_EQ(values_of(clamp(x, std::nullopt, ClampLimit(2.0f))), (Doubles{-3, 0.5, 2}));
    EXPECT_EQ(values_of(clip(x, ClampLimit(0.0f))), (Doubles{0, 0.5, 4}));
    EXPECT_EQ(values_of(clamp(wholes({-3, 1, 9}), ClampLimit(-1), ClampLimit(5))),
              (Doubles{-1, 1, 5}));
    const std::optional<Tensor> low = reals({0, 1, 2}), high = reals({1, 1, 3});
    EXPECT_EQ(values_of(clamp(x, low, high)), (Doubles{0, 1, 3}));
    EXPECT_THAT(thrown([&] { (void)clamp(x); }),
                testing::HasSubstr("Only one of 'min' or 'max' can be None"));
}

// A vector mode leaves faces as they are.
TEST_F(Forms, FacesOfSigmoid) {
    const TensorSpec spec = spec_of(tt::tt_metal::Shape({32, 32}), DataType::BFLOAT16);
    const Tensor x = tensor_of(Doubles(1024, 0), spec, &device());
    const auto first_of_faces = [&](int mode) {
        const Doubles y = values_of(sigmoid(x, mode));
        return Doubles{y[0], y[16], y[16 * 32], y[16 * 32 + 16]};
    };
    EXPECT_EQ(first_of_faces(4), (Doubles{0.5, 0.5, 0.5, 0.5}));
    EXPECT_EQ(first_of_faces(2), (Doubles{0.5, 0, 0.5, 0}));
    EXPECT_EQ(first_of_faces(1), (Doubles{0.5, 0.5, 0, 0}));
    EXPECT_THAT(thrown([&] { (void)sigmoid(x, 3); }), testing::HasSubstr("vector mode 3"));
}

TEST_F(Forms, OtherComposites) {
    const Tensor x = reals({1, 2, 3});
    close(pow(2.0f, x), {2, 4, 8}, "pow of a number");
    EXPECT_EQ(values_of(isclose(x, reals({1, 2.1, 3}))), (Doubles{1, 0, 1}));
    EXPECT_EQ(values_of(isclose(x, reals({1, 2.1, 3}), 0.1f)), (Doubles{1, 1, 1}));
    EXPECT_EQ(values_of(isclose(x, wholes({1, 5, 3}))), (Doubles{1, 0, 1}));
    EXPECT_EQ(values_of(isclose(wholes({1, 5, 3}), x)), (Doubles{1, 0, 1}));
    EXPECT_EQ(values_of(addalpha(x, x, 2.0f)), (Doubles{3, 6, 9}));
    EXPECT_EQ(values_of(subalpha(x, x, 2.0f)), (Doubles{-1, -2, -3}));
    EXPECT_EQ(values_of(polyval(x, {1, -2, 3})), (Doubles{2, 3, 6}));
    EXPECT_EQ(values_of(prelu(reals({-2, 3}), 0.5f)), (Doubles{-1, 3}));
    close(logit(reals({0.25, 0.5})), {std::log(1.0 / 3), 0}, "logit");
    EXPECT_EQ(values_of(logical_left_shift(wholes({1, 3}), 4)), (Doubles{16, 48}));
    const Tensor truth = reals({0, 2});
    (void)logical_not_(truth);
    EXPECT_EQ(values_of(truth), (Doubles{1, 0}));
    EXPECT_EQ(values_of(logical_and(wholes({0, 2, 5}), wholes({1, 0, 7}))), (Doubles{0, 0, 1}));
    EXPECT_THAT(thrown([&] { (void)softcap(x, 0.0f); }),
                testing::HasSubstr("SOFTCAP requires a non-zero beta"));
}

TEST_F(Forms, EveryRowOfGradients) {
    std::mt19937 random(2);
    for (const table::BackwardRow& row : table::backward()) {
        if (!is_mine(row.name)) continue;
        const TensorSpec spec = spec_of(Shape({3, 40}), DataType::FLOAT32);
        const Tensor x = tensor_of(draw(random, 120, row.low, row.high, false), spec, &device());
        const Tensor g = tensor_of(draw(random, 120, -2, 2, false), spec, &device());
        Doubles want = values_of(x);
        const Doubles gradient = values_of(g);
        for (std::size_t i = 0; i < want.size(); i++)
            want[i] = row.reference(want[i]) * gradient[i];
        expect_close(values_of(row.run(g, x)), want, DataType::FLOAT32, {1e-2, 1e-2},
                     std::string(row.name));
    }
    const Tensor x = reals({-1, 0.5, 2}), g = reals({1, 2, 3});
    Doubles want{-1, 0.5, 2};
    for (std::size_t i = 0; i < 3; i++) {
        const double v = want[i], a = 0.7978845608028654, b = 0.044715;
        const double t = std::tanh(a * (v + b * v * v * v));
        want[i] = (0.5 * (1 + t) + 0.5 * v * (1 - t * t) * a * (1 + 3 * b * v * v)) * (i + 1.0);
    }
    close(experimental::gelu_bw(g, x, "tanh"), want, "gelu_bw by tanh");
}

TEST_F(Forms, EveryRowOfGradientsOfTwo) {
    std::mt19937 random(3);
    for (const table::PairBackwardRow& row : table::pair_backward()) {
        if (!is_mine(row.name)) continue;
        const TensorSpec spec = spec_of(Shape({3, 40}), DataType::FLOAT32);
        const Doubles a = draw(random, 120, row.low_a, row.high_a, false);
        const Doubles b = draw(random, 120, row.low_b, row.high_b, false);
        const Doubles g = draw(random, 120, -2, 2, false);
        const auto made = row.run(tensor_of(g, spec, &device()), tensor_of(a, spec, &device()),
                                  tensor_of(b, spec, &device()));
        Doubles by_a, by_b;
        for (std::size_t i = 0; i < g.size(); i++) {
            by_a.push_back(g[i] * row.by_a(a[i], b[i]));
            by_b.push_back(g[i] * row.by_b(a[i], b[i]));
        }
        const Tolerance tolerance{1e-2, 1e-2};
        expect_close(values_of(made.at(0)), by_a, DataType::FLOAT32, tolerance,
                     std::string(row.name) + " by a");
        expect_close(values_of(made.at(1)), by_b, DataType::FLOAT32, tolerance,
                     std::string(row.name) + " by b");
    }
}

TEST_F(Forms, ChosenGradients) {
    const Tensor a = reals({1, -2, 3}), b = reals({2, 4, -5}), g = reals({1, 2, 3});
    const Gradients both = mul_bw(g, a, b);
    EXPECT_EQ(values_of(*both.at(0)), (Doubles{2, 8, -15}));
    EXPECT_EQ(values_of(*both.at(1)), (Doubles{1, -4, 9}));
    const Tensor into = reals({0, 0, 0});
    const Gradients one = sub_bw(g, a, b, {false, true}, std::nullopt, std::nullopt, into);
    EXPECT_FALSE(one.at(0).has_value());
    EXPECT_EQ(values_of(into), (Doubles{-1, -2, -3}));
    close(*div_bw(g, a, b).at(1), {-0.25, 0.25, -0.36}, "div_bw");
    EXPECT_EQ(values_of(*div_bw(g, a, 2.0f, "floor").at(0)), (Doubles{0, 0, 0}));
    EXPECT_EQ(values_of(pow_bw(g, a, 2.0f).at(0).value()), (Doubles{2, -8, 18}));
    EXPECT_EQ(values_of(clamp_bw(g, a, std::optional(-1.0f), std::optional(3.0f)).at(0)),
              (Doubles{1, 0, 3}));
    EXPECT_EQ(values_of(*where_bw(g, reals({1, 0, 1}), a, b).at(1)), (Doubles{0, 2, 0}));
    EXPECT_EQ(values_of(lerp_bw(g, a, b, 0.25f).at(0)), (Doubles{0.75, 1.5, 2.25}));
    EXPECT_THAT(thrown([&] { (void)mul_bw(g, a, b, {false, false}); }),
                testing::HasSubstr("no gradient is required"));
}

TEST_F(Forms, NeighboursAndOuterProducts) {
    const float next = std::nextafter(1.5f, 2.0f), before = std::nextafter(-2.0f, -1.0f);
    EXPECT_EQ(values_of(nextafter(reals({1.5, -2, 3}), reals({2, 0, 3}))),
              (Doubles{next, before, 3}));
    EXPECT_EQ(values_of(outer(reals({1, 2}), reals({3, 4, 5}))), (Doubles{3, 4, 5, 6, 8, 10}));
    EXPECT_EQ(values_of(bitcast(reals({1, 2}), DataType::UINT32)),
              (Doubles{0x3f800000, 0x40000000}));
    EXPECT_EQ(values_of(alt_complex_rotate90(reals({1, 2, 3, 4}))), (Doubles{-2, 1, -4, 3}));
}

TEST_F(Forms, Bytes) {
    const TensorSpec spec = spec_of(Shape({4}), DataType::UINT8);
    const Tensor a = tensor_of({0, 7, 200, 255}, spec, &device());
    const Tensor b = tensor_of({1, 7, 199, 255}, spec, &device());
    EXPECT_EQ(values_of(lt(a, b)), (Doubles{1, 0, 0, 0}));
    EXPECT_EQ(values_of(ge(a, 200)), (Doubles{0, 0, 1, 1}));
    EXPECT_EQ(values_of(bitwise_xor(a, b)), (Doubles{1, 0, 15, 0}));
    EXPECT_EQ(values_of(typecast(a, DataType::FLOAT32)), (Doubles{0, 7, 200, 255}));
    EXPECT_EQ(values_of(typecast(a, DataType::UINT16)), (Doubles{0, 7, 200, 255}));
    EXPECT_EQ(values_of(typecast(wholes({0, 7, 200, 255}), DataType::UINT8)), values_of(a));
    EXPECT_THAT(thrown([&] { (void)add(a, b); }),
                testing::HasSubstr("DataType::UINT8 is not supported for binary operation add"));
}

TEST_F(Forms, SixteenBits) {
    const Tensor x = tensor_of({NAN, INFINITY, -2, 1.703125},
                               spec_of(Shape({4}), DataType::BFLOAT16), &device());
    EXPECT_EQ(values_of(isnan(x)), (Doubles{1, 0, 0, 0}));
    EXPECT_EQ(values_of(gez(x)), (Doubles{0, 1, 0, 1}));
    EXPECT_EQ(values_of(isclose(x, x)), (Doubles{0, 1, 1, 1}));
    // Half-way between two numbers of 16 bits: the even one.
    const TensorSpec one = spec_of(Shape({1}), DataType::BFLOAT16);
    EXPECT_EQ(values_of(multiply(tensor_of({1.09375}, one, &device()),
                                 tensor_of({1.375}, one, &device()))),
              Doubles{1.5});
    // A number beside elements of 16 bits has 16 bits.
    EXPECT_EQ(values_of(subtract(x, 1.7f))[3], 0);
}

TEST_F(Forms, ChainsEndInTheOutput) {
    using operations::unary::EltwiseUnaryWithParam;
    using enum operations::unary::UnaryOpType;
    const Tensor x = reals({4, 9, 0.25}), into = reals({0, 0, 0});
    (void)unary_chain(x, {EltwiseUnaryWithParam(POWER, 1.5f)}, std::nullopt, into);
    close(into, {8, 27, 0.125}, "power");
    (void)unary_chain(x, {EltwiseUnaryWithParam(NEG), EltwiseUnaryWithParam(TANH)}, std::nullopt,
                      into);
    close(into, {std::tanh(-4), std::tanh(-9), std::tanh(-0.25)}, "tanh");
    EXPECT_EQ(values_of(square(wholes({-3, 5}))), (Doubles{9, 25}));
}

// Shards of rows that are no whole tiles.
TEST_F(Forms, ShardsOfRows) {
    using tt::tt_metal::ShardSpec;
    const MemoryConfig memory(
        TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
        ShardSpec(CoreRangeSet(CoreRange({0, 0}, {1, 0})), {3, 32}, ShardOrientation::ROW_MAJOR));
    const TensorSpec spec = spec_of(Shape({6, 32}), DataType::FLOAT32, Layout::ROW_MAJOR, memory);
    const Tensor got = neg(tensor_of(Doubles(192, 2), spec, &device()));
    EXPECT_EQ(got.tensor_spec(), spec);
    EXPECT_EQ(values_of(got), Doubles(192, -2));
}

TEST_F(Forms, OnAPartOfTheDevice) {
    using tt::tt_metal::CoreRange;
    const auto part = [](std::size_t from, std::size_t to) {
        return tt::tt_metal::SubDevice(std::array{CoreRangeSet(CoreRange({0, from}, {3, to}))});
    };
    const std::vector parts{part(0, 1), part(2, 3)};
    const auto manager = device().create_sub_device_manager(parts, 3200);
    device().load_sub_device_manager(manager);
    const Tensor a = reals({1, -2, 3});
    const tt::tt_metal::SubDeviceId second(1);
    const std::vector<operations::unary::EltwiseUnaryWithParam> root{
        operations::unary::UnaryOpType::ABS};
    EXPECT_EQ(values_of(add(a, a, std::nullopt, std::nullopt, std::nullopt, root, {}, {},
                            std::nullopt, second)),
              (Doubles{2, 4, 6}));
    device().clear_loaded_sub_device_manager();
    device().remove_sub_device_manager(manager);
}

TEST_F(Forms, SmallIntegers) {
    const Tensor x = reals({0.5, -1, 2.26, 400});
    const Tensor codes = quantize(x, 0.25f, 3);
    EXPECT_EQ(codes.dtype(), DataType::INT32);
    EXPECT_EQ(values_of(codes), (Doubles{5, -1, 12, 127}));
    close(dequantize(codes, 0.25f, 3, std::nullopt, DataType::FLOAT32), {0.5, -1, 2.25, 31},
          "dequantize");
    EXPECT_EQ(values_of(requantize(codes, 0.25f, 3, 0.5f, -1)), (Doubles{0, -3, 4, 61}));
    EXPECT_EQ(values_of(quantize(x, reals({0.5, 1, 2, 400}), 0, 0)), (Doubles{1, -1, 1, 1}));
    EXPECT_THAT(thrown([&] { (void)quantize(x, reals({1, 2}), 0, 0); }),
                testing::HasSubstr("one number for each place is needed"));
}

TEST_F(Forms, ComplexNumbers) {
    const ComplexTensor a = complex_tensor(reals({1, -2}), reals({2, 0.5}));
    const ComplexTensor b = complex_tensor(reals({3, 1}), reals({-1, 4}));
    const ComplexTensor product = multiply(a, b);
    EXPECT_EQ(values_of(product.real()), (Doubles{5, -4}));
    EXPECT_EQ(values_of(product.imag()), (Doubles{5, -7.5}));
    const ComplexTensor quotient = divide(product, b);
    close(quotient.real(), {1, -2}, "real part of a quotient");
    close(quotient.imag(), {2, 0.5}, "imaginary part of a quotient");
    close(abs(a), {std::sqrt(5.0), std::sqrt(4.25)}, "abs");
    close(polar(complex_tensor(reals({2, 1}), reals({0, 1}))).imag(), {0, std::sin(1.0)}, "polar");
    EXPECT_EQ(values_of(conj_bw(a, b, DRAM_MEMORY_CONFIG).at(0).imag()), (Doubles{-2, -0.5}));
}

TEST_F(Forms, WithAFileOfTheirOwn) {
    std::mt19937 random(4);
    for (const table::OwnRow& row : table::own()) {
        Doubles values = draw(random, 300, 0.5, 4, false);
        const Tensor made =
            row.run(tensor_of(values, spec_of(Shape({3, 100}), DataType::FLOAT32), &device()),
                    std::nullopt);
        for (double& value : values) value = row.reference(value);
        expect_close(values_of(made), values, DataType::FLOAT32, {1e-2, 1e-2},
                     std::string(row.name));
    }
}

TEST_F(Forms, OverTheLastTwoDimensions) {
    const Tensor x =
        tensor_of({1, 2, 3, 4}, spec_of(Shape({1, 1, 2, 2}), DataType::FLOAT32), &device());
    close(var_hw(x), {1.25}, "var_hw");
    close(std_hw(x), {std::sqrt(1.25)}, "std_hw");
    const double s = std::sqrt(1.25);
    close(normalize_hw(x), {-1.5 / s, -0.5 / s, 0.5 / s, 1.5 / s}, "normalize_hw");
}

}  // namespace
}  // namespace ttnn::test
