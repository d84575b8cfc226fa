// cumsum, cumprod, prod and ema against double precision.
#include <algorithm>

#include "harness.hpp"
#include "ttnn/operations/reduction/accumulation/cumprod/cumprod.hpp"
#include "ttnn/operations/reduction/accumulation/cumsum/cumsum.hpp"
#include "ttnn/operations/reduction/accumulation/ema/ema.hpp"
#include "ttnn/operations/reduction/prod/prod.hpp"

namespace ttnn::test {
namespace {

class Scan : public OnDevice {};

using Step = double (*)(double before, double now);

Doubles scanned(Doubles x, const Shape& shape, int dim, bool reverse, double start, Step step) {
    const std::size_t length = shape.rank() == 0 ? 1 : shape[dim];
    std::size_t stride = 1;
    for (int d = dim + 1; d < static_cast<int>(shape.rank()); d++) stride *= shape[d];
    for (std::size_t line = 0; line < x.size() / length; line++) {
        const std::size_t first = line / stride * stride * length + line % stride;
        double carried = start;
        for (std::size_t i = 0; i < length; i++) {
            double& element = x[first + (reverse ? length - 1 - i : i) * stride];
            element = carried = step(carried, element);
        }
    }
    return x;
}

double add(double a, double b) {
    return a + b;
}
double times(double a, double b) {
    return a * b;
}

struct Case {
    Shape shape;
    int dim;
};
const Case kCases[] = {{Shape({33, 65}), 1},      {Shape({33, 65}), 0}, {Shape({2, 3, 5, 40}), 1},
                       {Shape({2, 3, 5, 40}), 3}, {Shape({7}), 0},      {Shape({}), 0},
                       {Shape({1, 5000}), 1}};

void check(const Case& one, DataType type, Layout layout, bool reverse, std::mt19937& random,
           MeshDevice& device) {
    const auto& [shape, dim] = one;
    const bool whole = !tt::tt_metal::is_floating_point(type);
    const Tensor x =
        tensor_of(draw(random, shape.volume(), whole ? 1 : 0.9, whole ? 3 : 1.1, whole),
                  spec_of(shape, type, layout), &device);
    const std::string what = fmt::format("{} {} along {}", shape, type, dim);
    expect_close(values_of(cumsum(x, dim, std::nullopt, reverse)),
                 scanned(values_of(x), shape, dim, reverse, 0, add), type, {1e-5, 1e-5},
                 "cumsum " + what);
    if (whole && shape.volume() > 100) return;  // products wrap
    expect_close(values_of(cumprod(x, dim, std::nullopt, reverse)),
                 scanned(values_of(x), shape, dim, reverse, 1, times), type, {1e-3, 1e-5},
                 "cumprod " + what);
}

TEST_F(Scan, RunningSumsAndProducts) {
    using enum DataType;
    std::mt19937 random(4);
    const bool odd = chip_seed() % 2 != 0;
    for (const Case& one : kCases) check(one, BFLOAT16, Layout::TILE, odd, random, device());
    for (const DataType type : {FLOAT32, INT32, UINT32, UINT16})
        for (const bool reverse : {false, true})
            check(kCases[reverse ? 4 : 0], type,
                  (type == INT32) == odd ? Layout::TILE : Layout::ROW_MAJOR, reverse, random,
                  device());
    check({Shape({3, 40}), 1}, BFLOAT8_B, Layout::TILE, false, random, device());
}

TEST_F(Scan, GivenOutputAndType) {
    std::mt19937 random(5);
    const Shape shape({40, 50});
    const Tensor x =
        tensor_of(draw(random, 2000, -3, 3, true), spec_of(shape, DataType::FLOAT32), &device());
    Tensor out = tensor_of(Doubles(2000), spec_of(shape, DataType::BFLOAT16), &device());
    for (const int dim : {0, 1}) {
        (void)cumsum(x, dim, DataType::BFLOAT16, false, out);
        EXPECT_EQ(values_of(out), scanned(values_of(x), shape, dim, false, 0, add));
    }
    EXPECT_EQ(cumsum(x, 0, DataType::BFLOAT16).dtype(), DataType::BFLOAT16);
}

TEST_F(Scan, Products) {
    std::mt19937 random(6);
    const Shape shape({2, 3, 33, 40});
    const Tensor x = tensor_of(draw(random, shape.volume(), 0.9, 1.1, false),
                               spec_of(shape, DataType::BFLOAT16), &device());
    const Doubles all = values_of(x);
    double product = 1;
    for (const double v : all) product *= v;
    expect_close(values_of(prod(x)), {product}, DataType::BFLOAT16, {1e-3, 0}, "prod of all");
    EXPECT_EQ(prod(x).logical_shape(), Shape({}));
    EXPECT_EQ(prod(x, std::nullopt, true).logical_shape(), Shape({1, 1, 1, 1}));
    const Tensor down = prod(x, 2, true);
    EXPECT_EQ(down.logical_shape(), Shape({2, 3, 1, 40}));
    const Doubles running = scanned(all, shape, 2, false, 1, times);
    Doubles want;
    for (std::size_t i = 0; i < 6; i++)
        want.insert(want.end(), running.begin() + static_cast<long>(i * 1320 + 1280),
                    running.begin() + static_cast<long>(i * 1320 + 1320));
    expect_close(values_of(down), want, DataType::BFLOAT16, {1e-3, 0}, "prod along 2");
    EXPECT_EQ(prod(x, -1).logical_shape(), Shape({2, 3, 33}));
}

TEST_F(Scan, MovingAverages) {
    std::mt19937 random(7);
    const Shape shape({1, 2, 18, 70});
    const Tensor x = tensor_of(draw(random, shape.volume(), 0, 1, false),
                               spec_of(shape, DataType::BFLOAT16), &device());
    const Doubles want = scanned(values_of(x), shape, 3, false, 0,
                                 [](double a, double b) { return 0.25 * a + 0.75 * b; });
    expect_close(values_of(ema(x, 0.25f)), want, DataType::BFLOAT16, {}, "ema");
}

}  // namespace
}  // namespace ttnn::test
