// Convolutions against double precision.
#include "harness.hpp"
#include "images.hpp"
#include "ttnn/operations/conv/conv1d/conv1d.hpp"
#include "ttnn/operations/conv/conv2d/conv2d.hpp"
#include "ttnn/operations/conv/conv2d/prepare_conv2d_weights.hpp"
#include "ttnn/operations/conv/conv_transpose2d/conv_transpose2d.hpp"

namespace ttnn::test {
namespace {

class Conv : public OnDevice {
 protected:
    static Tensor weights(std::mt19937& random, const Shape& shape) {
        return tensor_of(draw(random, shape.volume(), -1, 1, false),
                         spec_of(shape, DataType::BFLOAT16, Layout::ROW_MAJOR), nullptr);
    }
    static DeviceComputeKernelConfig exact() {
        DeviceComputeKernelConfig config;
        config.math_fidelity = MathFidelity::HiFi4;
        config.fp32_dest_acc_en = true;
        return config;
    }
};

// Sums of so many products of numbers up to 2: the matrix unit cuts factors, sums are kept in 32
// bits.
Tolerance of_sums(std::size_t products) {
    return {0.01, 0.002 * std::sqrt(static_cast<double>(products))};
}

Doubles convolved(const Images& images, const Windows& windows, std::uint32_t out,
                  std::uint32_t groups, const Doubles& x, const Doubles& w, const Doubles& bias) {
    const std::uint32_t ins = images.channels / groups, outs = out / groups;
    const std::size_t places = windows.kernel[0] * windows.kernel[1];
    Doubles want;
    for_each_window(images, windows, [&](const Window& window) {
        for (std::uint32_t o = 0; o < out; o++) {
            double sum = bias.empty() ? 0 : bias[o];
            for (std::size_t i = 0; i < window.pixels.size(); i++)
                for (std::uint32_t c = 0; c < ins; c++)
                    sum += x[window.pixels[i] * images.channels + o / outs * ins + c] *
                           w[(o * ins + c) * places + window.places[i]];
            want.push_back(sum);
        }
    });
    return want;
}

struct Case {
    Images images;
    Windows windows;
    std::uint32_t out, groups = 1;
    bool bias = false;
};
const Case kCases[] = {
    {{1, 8, 8, 32}, {{3, 3}, {1, 1}, {1, 1, 1, 1}}, 64, 1, true},
    {{2, 7, 9, 16}, {{3, 2}, {2, 1}, {1, 0, 2, 1}}, 33},
    {{1, 9, 9, 3}, {{3, 3}, {2, 2}, {0, 0, 0, 0}, {2, 2}}, 8, 1, true},
    {{2, 6, 5, 64}, {{1, 1}}, 32, 1, true},
    {{1, 6, 6, 64}, {{1, 1}, {2, 2}}, 32},
    {{1, 6, 6, 32}, {{3, 3}, {1, 1}, {1, 1, 1, 1}}, 64, 4, true},
    {{1, 6, 7, 40}, {{3, 3}, {1, 1}, {1, 1, 1, 1}}, 40, 40, true},
};

TEST_F(Conv, Images) {
    std::mt19937 random(3);
    unsigned seed = chip_seed();
    for (const Case& one : kCases) {
        const auto& [images, windows, out, groups, biased] = one;
        const Tensor x = drawn(random, images, DataType::BFLOAT16,
                               seed++ % 2 == 0 ? Layout::TILE : Layout::ROW_MAJOR, device());
        const Tensor w = weights(
            random, Shape({out, images.channels / groups, windows.kernel[0], windows.kernel[1]}));
        std::optional<const Tensor> bias;
        if (biased) bias.emplace(weights(random, Shape({1, 1, 1, out})));
        const auto got =
            std::get<3>(conv2d(x, w, &device(), images.channels, out, images.batch, images.height,
                               images.width, windows.kernel, windows.stride, windows.padding,
                               windows.dilation, groups, DataType::FLOAT32, bias, std::nullopt,
                               exact(), std::nullopt, std::nullopt, true, true));
        EXPECT_EQ(std::get<1>(got), std::tuple(windows_along(images.height, windows, 0),
                                               windows_along(images.width, windows, 1)));
        const std::size_t products =
            images.channels / groups * windows.kernel[0] * windows.kernel[1];
        const Doubles want = convolved(images, windows, out, groups, values_of(x), values_of(w),
                                       bias ? values_of(*bias) : Doubles{});
        expect_close(values_of(std::get<0>(got)), want, DataType::FLOAT32, of_sums(products),
                     fmt::format("conv2d {} x {}", images.height, images.width));
        // What was prepared once does again.
        const auto& [ready, ready_bias] = std::get<2>(got);
        std::optional<const Tensor> again;
        if (ready_bias) again.emplace(*ready_bias);
        const auto second = std::get<0>(
            conv2d(x, ready, &device(), images.channels, out, images.batch, images.height,
                   images.width, windows.kernel, windows.stride, windows.padding, windows.dilation,
                   groups, DataType::FLOAT32, again, std::nullopt, exact()));
        EXPECT_EQ(values_of(second), values_of(std::get<0>(got)));
    }
}

TEST_F(Conv, Sequences) {
    std::mt19937 random(4);
    const Images images{2, 20, 1, 32};
    const Windows windows{{4, 1}, {2, 1}, {3, 2, 0, 0}, {1, 1}};
    const Tensor x = drawn(random, images, DataType::BFLOAT16, Layout::ROW_MAJOR, device());
    const Tensor w = weights(random, Shape({16, 32, 4}));
    Conv1dConfig config;
    config.activation = operations::unary::UnaryWithParam(operations::unary::UnaryOpType::RELU);
    const auto got = std::get<1>(conv1d(
        x, w, &device(), 32, 16, 2, 20, 4, 2, std::array<std::uint32_t, 2>{3, 2}, 1, 1,
        DataType::FLOAT32, std::nullopt, config, exact(), std::nullopt, std::nullopt, true, false));
    EXPECT_EQ(std::get<1>(got), 11u);
    Doubles want = convolved(images, windows, 16, 1, values_of(x), values_of(w), {});
    for (double& v : want) v = std::max(v, 0.0);
    expect_close(values_of(std::get<0>(got)), want, DataType::FLOAT32, of_sums(128), "conv1d");
}

// The image of weights [I, O, h, w]: every pixel of the input is spread over a window of the
// result.
TEST_F(Conv, Transposed) {
    std::mt19937 random(5);
    const Images images{1, 5, 4, 16};
    const std::uint32_t out = 24, groups = 2;
    const std::array<std::uint32_t, 2> kernel{3, 2}, stride{2, 3}, more{1, 0}, dilation{1, 2};
    const std::array<std::uint32_t, 2> padding{1, 0};
    const std::uint32_t height = 4 * 2 - 2 + 3 + 1, width = 3 * 3 + 3;
    const Tensor x = drawn(random, images, DataType::BFLOAT16, Layout::ROW_MAJOR, device());
    const Tensor w = weights(random, Shape({16, out / groups, kernel[0], kernel[1]}));
    const Doubles values = values_of(x), factors = values_of(w);
    Doubles want(height * width * out);
    for (std::uint32_t p = 0; p < 20; p++)
        for (std::uint32_t i = 0; i < 6; i++) {
            const std::uint32_t y = p / 4 * stride[0] + i / 2 * dilation[0];
            const std::uint32_t column = p % 4 * stride[1] + i % 2 * dilation[1];
            if (y < padding[0] || y - padding[0] >= height || column >= width) continue;
            for (std::uint32_t c = 0; c < 16; c++)
                for (std::uint32_t o = 0; o < 12; o++)
                    want[((y - padding[0]) * width + column) * out + c / 8 * 12 + o] +=
                        values[p * 16 + c] * factors[(c * 12 + o) * 6 + i];
        }
    const auto got = std::get<1>(conv_transpose2d(x, w, &device(), 16, out, 1, 5, 4, kernel, stride,
                                                  padding, more, dilation, groups,
                                                  DataType::FLOAT32, std::nullopt, std::nullopt,
                                                  exact(), std::nullopt, std::nullopt, true, true));
    EXPECT_EQ(std::get<1>(got), std::tuple(height, width));
    expect_close(values_of(std::get<0>(got)), want, DataType::FLOAT32, of_sums(48), "transposed");
}

TEST_F(Conv, BadInputIsRefused) {
    using testing::HasSubstr;
    std::mt19937 random(6);
    const Tensor x = drawn(random, {1, 4, 4, 8}, DataType::BFLOAT16, Layout::TILE, device());
    const Tensor w = weights(random, Shape({8, 8, 3, 3}));
    const std::array<std::uint32_t, 2> three{3, 3};
    EXPECT_THAT(thrown([&] { (void)conv2d(x, w, &device(), 8, 16, 1, 4, 4, three); }),
                HasSubstr("conv2d: the weights have shape"));
    EXPECT_THAT(thrown([&] { (void)conv2d(x, w, &device(), 8, 8, 1, 2, 2, three); }),
                HasSubstr("larger than the padded image"));
    EXPECT_THAT(thrown([&] {
                    (void)conv2d(x, w, &device(), 8, 8, 1, 4, 4, three, {1, 1}, three, {1, 1}, 3);
                }),
                HasSubstr("are not divisible by 3 groups"));
}

}  // namespace
}  // namespace ttnn::test
