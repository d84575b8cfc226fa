// Pooling and larger images against double precision.
#include <algorithm>

#include "harness.hpp"
#include "images.hpp"
#include "ttnn/operations/pool/generic/generic_pools.hpp"
#include "ttnn/operations/pool/upsample/upsample.hpp"

namespace ttnn::test {
namespace {

class Pool : public OnDevice {};

struct Case {
    Images images;
    Windows windows;
    bool ceil = false;
};

const Case kCases[] = {
    {{1, 8, 8, 32}, {{3, 3}, {2, 2}, {1, 1, 1, 1}}},
    {{2, 7, 9, 40}, {{2, 3}, {1, 2}, {0, 0, 0, 0}}},
    {{1, 10, 6, 3}, {{3, 2}, {3, 2}, {1, 0, 0, 1}}},
    {{1, 9, 9, 16}, {{3, 3}, {2, 2}, {0, 0, 0, 0}, {2, 2}}},
    {{1, 8, 8, 8}, {{3, 3}, {2, 2}, {0, 0, 0, 0}}, true},
    {{2, 5, 6, 33}, {{5, 6}, {1, 1}, {0, 0, 0, 0}}},
};

// The windows as sizes of results, with the ceiling taken into account.
Windows grown(const Case& one) {
    Windows windows = one.windows;
    if (!one.ceil) return windows;
    for (const int d : {0, 1}) {
        const auto i = static_cast<std::size_t>(d);
        const std::uint32_t size = d == 0 ? one.images.height : one.images.width;
        const std::uint32_t left = (size - windows.kernel[i]) % windows.stride[i];
        if (left != 0) windows.padding[2 * i + 1] += windows.stride[i] - left;
    }
    return windows;
}

TEST_F(Pool, Greatest) {
    std::mt19937 random(3);
    unsigned seed = chip_seed();
    for (const Case& one : kCases) {
        const Windows &w = one.windows, all = grown(one);
        const DataType type = seed % 3 == 0 ? DataType::FLOAT32 : DataType::BFLOAT16;
        const Tensor x = drawn(random, one.images, type,
                               seed++ % 2 == 0 ? Layout::TILE : Layout::ROW_MAJOR, device());
        const auto got =
            max_pool2d(x, one.images.batch, one.images.height, one.images.width,
                       one.images.channels, w.kernel, w.stride, w.padding, w.dilation, one.ceil,
                       std::nullopt, std::nullopt, std::nullopt, false, true, false, type);
        Doubles want;
        const Doubles values = values_of(x);
        for_each_window(one.images, all, [&](const Window& window) {
            for (std::uint32_t c = 0; c < one.images.channels; c++) {
                double best = -INFINITY;
                for (const auto& at : window.pixels)
                    best = std::max(best, values[at * one.images.channels + c]);
                want.push_back(best);
            }
        });
        EXPECT_EQ(values_of(got[0]), want) << one.images.height << " x " << one.images.width;
        EXPECT_EQ(got[0].layout(), Layout::ROW_MAJOR);
    }
}

// Places are those of the first of the greatest: numbers are few, so that there are equal ones.
TEST_F(Pool, PlacesOfTheGreatest) {
    std::mt19937 random(8);
    const Images images{2, 6, 7, 33};
    const Windows w{{3, 2}, {2, 1}, {1, 1, 0, 1}, {1, 2}};
    const Tensor x =
        tensor_of(draw(random, images.shape().volume(), -5, 5, true),
                  spec_of(images.shape(), DataType::BFLOAT16, Layout::ROW_MAJOR), &device());
    const auto got = max_pool2d(x, 2, 6, 7, 33, w.kernel, w.stride, w.padding, w.dilation, false,
                                std::nullopt, std::nullopt, std::nullopt, false, true, true);
    ASSERT_EQ(got.size(), 2u);
    Doubles want;
    const Doubles values = values_of(x);
    for_each_window(images, w, [&](const Window& window) {
        for (std::uint32_t c = 0; c < 33; c++) {
            const auto best = std::ranges::max_element(
                window.pixels, {}, [&](std::size_t at) { return values[at * 33 + c]; });
            want.push_back(static_cast<double>(*best % 42));
        }
    });
    EXPECT_EQ(values_of(got[1]), want);
}

TEST_F(Pool, Averages) {
    std::mt19937 random(4);
    for (const Case& one : kCases) {
        if (one.windows.dilation != std::array<std::uint32_t, 2>{1, 1}) continue;
        for (const bool with_padding : {true, false}) {
            const Windows &w = one.windows, all = grown(one);
            const Tensor x =
                drawn(random, one.images, DataType::BFLOAT16, Layout::ROW_MAJOR, device());
            const Tensor got = avg_pool2d(x, one.images.batch, one.images.height, one.images.width,
                                          one.images.channels, w.kernel, w.stride, w.padding,
                                          one.ceil, with_padding);
            Doubles want;
            const Doubles values = values_of(x);
            for_each_window(one.images, all, [&](const Window& window) {
                const auto count =
                    with_padding && !one.ceil ? w.kernel[0] * w.kernel[1] : window.pixels.size();
                for (std::uint32_t c = 0; c < one.images.channels; c++) {
                    double sum = 0;
                    for (const auto& at : window.pixels)
                        sum += values[at * one.images.channels + c];
                    want.push_back(sum / static_cast<double>(count));
                }
            });
            expect_close(values_of(got), want, DataType::BFLOAT16, {0, 1e-5}, "avg_pool2d");
        }
    }
}

TEST_F(Pool, OfWholeImages) {
    std::mt19937 random(5);
    const Images images{2, 7, 5, 70};
    const Tensor x = drawn(random, images, DataType::BFLOAT16, Layout::TILE, device());
    const Tensor got = global_avg_pool2d(x);
    EXPECT_EQ(got.logical_shape(), Shape({2, 1, 1, 70}));
    const Doubles values = values_of(x);
    Doubles want(140);
    for (std::size_t i = 0; i < values.size(); i++)
        want[i / (35 * 70) * 70 + i % 70] += values[i] / 35;
    expect_close(values_of(got), want, DataType::BFLOAT16, {0, 1e-5}, "global_avg_pool2d");
}

TEST_F(Pool, LargerImages) {
    std::mt19937 random(6);
    const Images images{2, 3, 5, 40};
    const Tensor x = drawn(random, images, DataType::BFLOAT16, Layout::ROW_MAJOR, device());
    const Doubles values = values_of(x);
    const auto at = [&](std::uint32_t n, std::uint32_t y, std::uint32_t x, std::uint32_t c) {
        return values[((n * 3 + y) * 5 + x) * 40 + c];
    };
    const auto make = [&](std::uint32_t height, std::uint32_t width, auto&& pixel) {
        Doubles all;
        for (std::uint32_t n = 0; n < 2; n++)
            for (std::uint32_t y = 0; y < height; y++)
                for (std::uint32_t x = 0; x < width; x++)
                    for (std::uint32_t c = 0; c < 40; c++) all.push_back(pixel(n, y, x, c));
        return all;
    };
    const Tensor nearest = upsample(x, std::array{2, 3});
    EXPECT_EQ(nearest.logical_shape(), Shape({2, 6, 15, 40}));
    EXPECT_EQ(values_of(nearest),
              make(6, 15, [&](auto n, auto y, auto x, auto c) { return at(n, y / 2, x / 3, c); }));
    EXPECT_EQ(
        values_of(upsample(x, std::array{1.5f, 2.0f})),
        make(4, 10, [&](auto n, auto y, auto x, auto c) { return at(n, y * 2 / 3, x / 2, c); }));
    const auto lines = [](std::uint32_t i, std::uint32_t extent) {
        const double place = std::max((i + 0.5) / 2 - 0.5, 0.0);
        const auto first = static_cast<std::uint32_t>(place);
        return std::tuple(first, std::min(first + 1, extent - 1), place - first);
    };
    expect_close(values_of(upsample(x, 2, "bilinear")),
                 make(6, 10,
                      [&](auto n, auto y, auto x, auto c) {
                          const auto [y0, y1, dy] = lines(y, 3);
                          const auto [x0, x1, dx] = lines(x, 5);
                          return (1 - dy) * ((1 - dx) * at(n, y0, x0, c) + dx * at(n, y0, x1, c)) +
                                 dy * ((1 - dx) * at(n, y1, x0, c) + dx * at(n, y1, x1, c));
                      }),
                 DataType::BFLOAT16, {0, 1e-5}, "bilinear");
}

TEST_F(Pool, BadInputIsRefused) {
    using testing::HasSubstr;
    std::mt19937 random(7);
    const Tensor x = drawn(random, {1, 4, 4, 8}, DataType::BFLOAT16, Layout::TILE, device());
    const std::array<std::uint32_t, 2> one{1, 1}, none{0, 0};
    EXPECT_THAT(thrown([&] { (void)max_pool2d(x, 1, 4, 5, 8, one, one, none, one); }),
                HasSubstr("max_pool2d: the input has shape"));
    EXPECT_THAT(thrown([&] {
                    (void)max_pool2d(x, 1, 4, 4, 8, std::array<std::uint32_t, 2>{5, 5}, one, none,
                                     one);
                }),
                HasSubstr("larger than the padded image"));
    EXPECT_THAT(thrown([&] { (void)upsample(x, 2, "cubic"); }), HasSubstr("mode is cubic"));
}

}  // namespace
}  // namespace ttnn::test
