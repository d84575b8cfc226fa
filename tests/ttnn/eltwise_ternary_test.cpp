// Every row of the table of ternary operations against its reference, and their other forms.
#include <algorithm>

#include "harness.hpp"
#include "ttnn/operations/eltwise/ternary/ternary.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

class Ternary : public OnDevice {};

// The element of a tensor that stands at a place of the broadcast result.
double at(const Doubles& values, const Shape& of, const Shape& result, std::size_t i) {
    std::size_t place = 0, stride = 1;
    for (std::size_t d = 1; d <= result.rank(); d++) {
        const int from_end = -static_cast<int>(d);
        const std::size_t index = i % result[from_end];
        i /= result[from_end];
        if (d > of.rank()) continue;
        if (of[from_end] != 1) place += index * stride;
        stride *= of[from_end];
    }
    return values[place];
}

struct Shapes {
    Shape a, b, c, out;
};

void check(const table::TernaryRow& row, const Shapes& shapes, std::array<DataType, 3> types,
           std::mt19937& random, MeshDevice& device) {
    const bool whole = !tt::tt_metal::is_floating_point(types[1]);
    const auto make = [&](const Shape& shape, DataType type, double low, double high) {
        const double least = type == DataType::UINT32 ? 0 : low;
        return tensor_of(draw(random, shape.volume(), least, high, whole), spec_of(shape, type),
                         &device);
    };
    const bool truth = row.name == "where";
    const Tensor a = make(shapes.a, types[0], truth ? -1 : -10, truth ? 2 : 10);
    const Tensor b = make(shapes.b, types[1], row.low_b, row.high_b);
    const Tensor c = make(shapes.c, types[2], row.low_c, row.high_c);
    const Tensor out = table::run(row, a, b, c, 0.75);
    ASSERT_EQ(out.logical_shape(), shapes.out);
    const Doubles x = values_of(a), y = values_of(b), z = values_of(c);
    Doubles want(shapes.out.volume());
    for (std::size_t i = 0; i < want.size(); i++)
        want[i] = row.reference(at(x, shapes.a, shapes.out, i), at(y, shapes.b, shapes.out, i),
                                at(z, shapes.c, shapes.out, i), 0.75);
    expect_close(
        values_of(out), want, types[1], {row.relative, row.absolute},
        fmt::format("{} of {}, {} and {}, {}", row.name, shapes.a, shapes.b, shapes.c, types[1]));
}

TEST_F(Ternary, EveryRow) {
    const Shape plain({2, 40, 70});
    std::mt19937 random(3);
    for (const table::TernaryRow& row : table::ternary()) {
        if (!is_mine(row.name)) continue;
        const DataType type = kReals[chip_seed() % 2];
        check(row, {plain, plain, plain, plain}, {type, type, type}, random, device());
        if (!row.integers) continue;
        for (const DataType whole : {DataType::INT32, DataType::UINT32})
            check(row, {plain, plain, plain, plain}, {whole, whole, whole}, random, device());
    }
}

TEST_F(Ternary, BroadcastingAndMixedTypes) {
    const auto row = std::ranges::find(table::ternary(), "where", &table::TernaryRow::name);
    const Shape full({2, 3, 33, 65});
    const std::vector<Shapes> all{{full, Shape({65}), Shape({33, 1}), full},
                                  {Shape({2, 1, 33, 1}), full, Shape({1, 1}), full},
                                  {Shape({3, 1, 65}), Shape({2, 1, 33, 1}), Shape({}), full},
                                  {Shape({1}), Shape({5}), Shape({7, 1}), Shape({7, 5})}};
    std::mt19937 random(3);
    using enum DataType;
    const std::array<DataType, 3> types[] = {
        {BFLOAT16, BFLOAT16, BFLOAT16}, {FLOAT32, FLOAT32, FLOAT32}, {BFLOAT16, FLOAT32, BFLOAT16}};
    for (const Shapes& shapes : all)
        for (const auto& type : types) check(*row, shapes, type, random, device());
}

TEST_F(Ternary, FormsOfWhere) {
    const TensorSpec spec = spec_of(Shape({4}), DataType::FLOAT32);
    const Tensor p = tensor_of({0, 1, -2, 0}, spec, &device());
    const Tensor a = tensor_of({1, 2, 3, 4}, spec, &device());
    EXPECT_EQ(values_of(where(p, a, 9.5f)), (Doubles{9.5, 2, 3, 9.5}));
    EXPECT_EQ(values_of(where(p, 9.5f, a)), (Doubles{1, 9.5, 9.5, 4}));
    EXPECT_EQ(values_of(where(p, 1.5f, 2.5f)), (Doubles{2.5, 1.5, 1.5, 2.5}));
    const Tensor whole = tensor_of({0, 7, 0, 1}, spec_of(Shape({4}), DataType::INT32), &device());
    EXPECT_EQ(values_of(where(whole, a, 9.5f)), (Doubles{9.5, 2, 9.5, 4}));
    EXPECT_EQ(values_of(where(whole, 1.5f, 2.5f)), (Doubles{2.5, 1.5, 2.5, 1.5}));
    EXPECT_EQ(values_of(where(whole, 3, 4)), (Doubles{4, 3, 4, 3}));
    const Tensor rows = tensor_of(
        {0, 1, -2, 0}, spec_of(Shape({4}), DataType::FLOAT32, Layout::ROW_MAJOR), &device());
    EXPECT_EQ(where(rows, 1.0f, 2.0f).layout(), Layout::ROW_MAJOR);
    const Tensor into = tensor_of({0, 0, 0, 0}, spec, &device());
    (void)where(p, a, 0.0f, std::nullopt, into);
    EXPECT_EQ(values_of(into), (Doubles{0, 2, 3, 0}));
}

TEST_F(Ternary, FormsWithNumbers) {
    const TensorSpec spec = spec_of(Shape({2}), DataType::FLOAT32);
    const Tensor a = tensor_of({1, 2}, spec, &device()), b = tensor_of({3, 5}, spec, &device());
    EXPECT_EQ(values_of(lerp(a, b, 0.5f)), (Doubles{2, 3.5}));
    EXPECT_EQ(values_of(mac(a, b, 2.0f)), (Doubles{5, 12}));
    EXPECT_EQ(values_of(mac(a, 2.0f, b)), (Doubles{5, 9}));
    EXPECT_EQ(values_of(mac(a, 2.0f, 3.0f)), (Doubles{5, 7}));
    EXPECT_EQ(values_of(addcmul(a, b, b, 2.0f)), (Doubles{19, 52}));
    const TensorSpec whole = spec_of(Shape({2}), DataType::INT32);
    const Tensor i = tensor_of({1, -2}, whole, &device()), j = tensor_of({3, 5}, whole, &device());
    EXPECT_EQ(values_of(addcmul(i, j, j, 2)), (Doubles{19, 48}));
    EXPECT_EQ(values_of(mac(i, j, j)), (Doubles{6, -5}));
}

TEST_F(Ternary, BadInputIsRefused) {
    using testing::HasSubstr;
    const Tensor a = tensor_of({1, 2}, spec_of(Shape({2}), DataType::FLOAT32), &device());
    const Tensor b = tensor_of({1, 2}, spec_of(Shape({2}), DataType::BFLOAT16), &device());
    EXPECT_THAT(thrown([&] { (void)lerp(a, b, 0.5f); }), HasSubstr("must have the same dtype"));
    EXPECT_THAT(thrown([&] { (void)snake_beta(a, a, a); }), HasSubstr("input rank >= 2"));
    const Tensor c = tensor_of({1, 2, 3}, spec_of(Shape({3}), DataType::FLOAT32), &device());
    EXPECT_THAT(thrown([&] { (void)where(a, c, c); }),
                HasSubstr("Broadcasting rule violation for rank"));
}

}  // namespace
}  // namespace ttnn::test
