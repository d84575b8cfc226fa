// Forms of element-wise operations beyond the tables.
#include "harness.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"
#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"
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

TEST_F(Forms, OtherComposites) {
    const Tensor x = reals({1, 2, 3});
    close(pow(2.0f, x), {2, 4, 8}, "pow of a number");
    EXPECT_EQ(values_of(isclose(x, reals({1, 2.1, 3}))), (Doubles{1, 0, 1}));
    EXPECT_EQ(values_of(isclose(x, reals({1, 2.1, 3}), 0.1f)), (Doubles{1, 1, 1}));
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

TEST_F(Forms, Gradients) {
    std::mt19937 random(2);
    for (std::size_t r = chip_seed(); r < table::backward().size(); r += 3) {
        const table::BackwardRow& row = table::backward()[r];
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
