// sort and topk against stable sorts on the host: exact, and of equal elements the first ones
// first.
#include "ttnn/operations/data_movement/sort/sort.hpp"

#include <algorithm>
#include <numeric>

#include "harness.hpp"
#include "ttnn/operations/reduction/topk/topk.hpp"

namespace ttnn::test {
namespace {

class Sort : public OnDevice {};

// Elements that follow each other along a dimension, line by line.
struct LinesAlong {
    std::size_t length, stride, count;

    LinesAlong(const Shape& shape, int dim)
        : length(shape.rank() == 0 ? 1 : shape[dim]), stride(1), count(shape.volume() / length) {
        for (int d = dim + 1; d < static_cast<int>(shape.rank()); d++) stride *= shape[d];
    }
    std::size_t at(std::size_t line, std::size_t i, std::size_t of_length) const {
        return line / stride * stride * of_length + i * stride + line % stride;
    }
};

struct Sorted {
    Doubles values, indices;
};

Sorted sorted(const Doubles& x, const Shape& shape, int dim, std::size_t k, bool descending) {
    const LinesAlong lines(shape, dim);
    Sorted result{Doubles(lines.count * k), Doubles(lines.count * k)};
    for (std::size_t line = 0; line < lines.count; line++) {
        std::vector<std::size_t> order(lines.length);
        std::iota(order.begin(), order.end(), 0);
        const auto value = [&](std::size_t i) { return x[lines.at(line, i, lines.length)]; };
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return descending ? value(a) > value(b) : value(a) < value(b);
        });
        for (std::size_t i = 0; i < k; i++) {
            result.values[lines.at(line, i, k)] = value(order[i]);
            result.indices[lines.at(line, i, k)] = static_cast<double>(order[i]);
        }
    }
    return result;
}

// Many equal numbers: the order of those is seen, too.
Tensor few_values(const TensorSpec& spec, MeshDevice& device, unsigned seed) {
    std::mt19937 random(seed);
    const bool without_sign =
        spec.data_type() == DataType::UINT16 || spec.data_type() == DataType::UINT32;
    return tensor_of(draw(random, spec.logical_shape().volume(), without_sign ? 0 : -20, 20, true),
                     spec, &device);
}

void check_sort(const TensorSpec& spec, int dim, bool descending, MeshDevice& device) {
    const Tensor x = few_values(spec, device, 5);
    const auto& shape = spec.logical_shape();
    const int d = shape.rank() == 0 ? 0 : dim < 0 ? dim + static_cast<int>(shape.rank()) : dim;
    const auto got = sort(x, static_cast<std::int8_t>(dim), descending);
    const std::string what =
        fmt::format("sort of {} {} {} along {}", shape, spec.data_type(), spec.layout(), dim);
    ASSERT_EQ(got.size(), 2u) << what;
    const std::size_t k = shape.rank() == 0 ? 1 : shape[d];
    const Sorted want = sorted(values_of(x), shape, d, k, descending);
    EXPECT_EQ(got[0].logical_shape(), shape) << what;
    EXPECT_EQ(values_of(got[0]), want.values) << what;
    EXPECT_EQ(values_of(got[1]), want.indices) << what;
}

TEST_F(Sort, EveryTypeAndDimension) {
    using enum DataType;
    const bool odd = chip_seed() % 2 != 0;
    for (const DataType type : {BFLOAT16, FLOAT32, INT32, UINT32, UINT16}) {
        const Layout layout =
            (type == FLOAT32 || type == UINT32) != odd ? Layout::ROW_MAJOR : Layout::TILE;
        for (const bool descending : {false, true})
            check_sort(spec_of(Shape({33, 65}), type, layout), -1, descending, device());
    }
    for (const Shape& shape : {Shape({33, 65}), Shape({2, 3, 5, 40}), Shape({7}), Shape({})})
        for (int dim = 0; dim < std::max<int>(1, static_cast<int>(shape.rank())); dim++)
            check_sort(spec_of(shape, BFLOAT16), dim, odd, device());
    check_sort(spec_of(Shape({3, 70}), BFLOAT16, Layout::TILE, L1_MEMORY_CONFIG), -1, false,
               device());
    check_sort(spec_of(Shape({3, 70}), BFLOAT8_B), -1, true, device());
}

// Rows that many cores share.
TEST_F(Sort, LongRows) {
    check_sort(spec_of(Shape({1, 5000}), DataType::BFLOAT16), -1, false, device());
    check_sort(spec_of(Shape({2, 9001}), DataType::FLOAT32), -1, true, device());
    check_sort(spec_of(Shape({1, 70001}), DataType::BFLOAT16), -1, false, device());
}

TEST_F(Sort, GivenOutputs) {
    const Shape shape({40, 50});
    const Tensor x = few_values(spec_of(shape, DataType::BFLOAT16), device(), 6);
    Tensor values = few_values(spec_of(shape, DataType::BFLOAT16), device(), 7);
    Tensor indices = few_values(spec_of(shape, DataType::UINT32), device(), 8);
    for (const int dim : {1, 0}) {
        sort(x, static_cast<std::int8_t>(dim), true, true, std::nullopt,
             std::tuple<Tensor&, Tensor&>(values, indices));
        const Sorted want = sorted(values_of(x), shape, dim, shape[dim], true);
        EXPECT_EQ(values_of(values), want.values);
        EXPECT_EQ(values_of(indices), want.indices);
    }
}

void check_topk(const TensorSpec& spec, std::uint32_t k, int dim, bool largest,
                MeshDevice& device) {
    const Tensor x = few_values(spec, device, k);
    const auto& shape = spec.logical_shape();
    const int d = dim < 0 ? dim + static_cast<int>(shape.rank()) : dim;
    const auto got = topk(x, k, static_cast<std::int8_t>(dim), largest);
    const Sorted want = sorted(values_of(x), shape, d, k, largest);
    Shape expected = shape;
    expected[d] = k;
    const std::string what = fmt::format("topk {} of {} {}", k, shape, spec.data_type());
    EXPECT_EQ(got[0].logical_shape(), expected) << what;
    EXPECT_EQ(values_of(got[0]), want.values) << what;
    EXPECT_EQ(values_of(got[1]), want.indices) << what;
}

TEST_F(Sort, GreatestOfMany) {
    using enum DataType;
    check_topk(spec_of(Shape({1, 128}), BFLOAT16), 8, -1, true, device());
    check_topk(spec_of(Shape({70, 128}), BFLOAT16), 8, -1, true, device());
    check_topk(spec_of(Shape({2, 3, 40, 33}), FLOAT32), 5, 2, false, device());
    check_topk(spec_of(Shape({3, 64}), FLOAT32), 64, 1, true, device());
    check_topk(spec_of(Shape({33, 40}), BFLOAT8_B), 17, 1, true, device());
    check_topk(spec_of(Shape({2, 9000}), BFLOAT16), 50, 1, true, device());
}

TEST_F(Sort, NamesInPlaceOfPlaces) {
    const Shape shape({2, 1500});
    const Tensor x = few_values(spec_of(shape, DataType::BFLOAT16), device(), 9);
    Doubles names(shape.volume());
    for (std::size_t i = 0; i < names.size(); i++) names[i] = static_cast<double>(40000 - i);
    const Tensor named = tensor_of(names, spec_of(shape, DataType::UINT16), &device());
    const auto got = topk(x, 40, -1, true, true, std::nullopt, std::nullopt, named);
    Doubles want = sorted(values_of(x), shape, 1, 40, true).indices;
    for (std::size_t i = 0; i < want.size(); i++)
        want[i] = names[i / 40 * 1500 + static_cast<std::size_t>(want[i])];
    EXPECT_EQ(values_of(got[1]), want);
    EXPECT_EQ(got[1].dtype(), DataType::UINT16);
}

TEST_F(Sort, NothingAndSpecialNumbers) {
    const Tensor none = tensor_of({}, spec_of(Shape({0, 4}), DataType::FLOAT32), &device());
    EXPECT_EQ(sort(none)[1].logical_shape(), Shape({0, 4}));
    const Tensor x = tensor_of({INFINITY, -1, NAN, -INFINITY, 0},
                               spec_of(Shape({1, 5}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(sort(x)[1]), (Doubles{3, 1, 4, 0, 2}));
}

TEST_F(Sort, BadInputIsRefused) {
    using testing::HasSubstr;
    const Tensor x = tensor_of(Doubles(4), spec_of(Shape({2, 2}), DataType::INT32), &device());
    EXPECT_THAT(thrown([&] { (void)sort(x, 2); }), HasSubstr("sort: dimension 2 is out of bounds"));
    EXPECT_THAT(thrown([&] { (void)topk(x, 1); }),
                HasSubstr("Input tensor must be BFLOAT16, BFLOAT8_B, or FLOAT32"));
    const Tensor y = tensor_of(Doubles(4), spec_of(Shape({2, 2}), DataType::BFLOAT16), &device());
    EXPECT_THAT(thrown([&] { (void)topk(y, 3); }), HasSubstr("topk: K cannot be larger"));
}

}  // namespace
}  // namespace ttnn::test
