// Operations that read lists of indices, and those that look at every number.
#include "movement.hpp"
#include "ttnn/operations/data_movement/fill_rm/fill_rm.hpp"
#include "ttnn/operations/data_movement/indexed_fill/indexed_fill.hpp"
#include "ttnn/operations/data_movement/non_zero_indices/non_zero_indices.hpp"
#include "ttnn/operations/embedding/embedding.hpp"
#include "ttnn/operations/experimental/plusone/plusone.hpp"
#include "ttnn/operations/full/full.hpp"
#include "ttnn/operations/full_like/full_like.hpp"
#include "ttnn/operations/index_fill/index_fill.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class MovementLists : public OnDevice {
 protected:
    static Tensor rows(const Array& array, DataType dtype) {
        return tensor_of(array.values, spec_of(array.shape, dtype, Layout::ROW_MAJOR), &device());
    }
};

TEST_F(MovementLists, Embedding) {
    const Array table = counted_array(Shape({50, 100}));
    for (const Shape& shape : {Shape({3, 33}), Shape({7}), Shape({2, 1, 1, 5})}) {
        Array list{shape, {}};
        for (std::size_t i = 0; i < shape.volume(); i++)
            list.values.push_back(static_cast<double>(i * 13 % 50));
        ttsl::SmallVector<std::uint32_t> dims(shape.begin(), shape.end());
        if (dims.size() == 4) dims = {2, 5};
        dims.push_back(100);
        const Array want = mapped(table, Shape(dims), [&](const Index& at) {
            std::int64_t i = 0;
            for (std::size_t d = 0; d + 1 < at.size(); d++) i = i * dims[d] + at[d];
            return static_cast<std::int64_t>(list.values[static_cast<std::size_t>(i)]) * 100 +
                   at.back();
        });
        for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32}) {
            const Tensor weights = rows(table, type);
            const Tensor indices = rows(list, DataType::UINT32);
            expect_array(embedding(indices, weights), want, "rows");
            const Tensor tiles = embedding(indices, weights, std::nullopt, Layout::TILE);
            EXPECT_EQ(tiles.layout(), Layout::TILE);
            expect_array(tiles, want, "tiles");
        }
        expect_array(embedding(rows(list, DataType::BFLOAT16), rows(table, DataType::BFLOAT16)),
                     want, "indices as real numbers");
    }
    EXPECT_THAT(thrown([&] {
                    const Tensor weights = rows(table, DataType::BFLOAT16);
                    (void)embedding(weights, weights, std::nullopt, std::nullopt,
                                    prim::EmbeddingsType::PADDED);
                }),
                HasSubstr("Pad token must be specified"));
}

TEST_F(MovementLists, ReplacedSlices) {
    const Array a = counted_array(Shape({4, 5, 33, 40}));
    const Doubles list{3, 1};
    for (std::uint32_t dim = 0; dim < 4; dim++) {
        ttsl::SmallVector<std::uint32_t> dims(a.shape.begin(), a.shape.end());
        dims[dim] = 2;
        Array b{Shape(dims), Doubles(Shape(dims).volume())};
        for (std::size_t i = 0; i < b.values.size(); i++) b.values[i] = static_cast<double>(i % 89);
        Array both{Shape({0}), a.values};
        both.values.insert(both.values.end(), b.values.begin(), b.values.end());
        const auto entry = [&](const Index& at) {
            return at[dim] == 3 ? 0 : at[dim] == 1 ? 1 : -1;
        };
        const Array want = mapped(both, a.shape, [&](const Index& at) {
            if (entry(at) < 0) return linear(at, a.shape);
            Index from(at);
            from[dim] = static_cast<std::uint32_t>(entry(at));
            return static_cast<std::int64_t>(a.values.size()) + linear(from, b.shape);
        });
        const Tensor ids = rows({Shape({1, 1, 1, 2}), list}, DataType::UINT32);
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
            const auto tensor = [&](const Array& array) {
                return tensor_of(array.values, spec_of(array.shape, DataType::BFLOAT16, layout),
                                 &device());
            };
            expect_array(indexed_fill(ids, tensor(a), tensor(b), std::nullopt, dim), want,
                         fmt::format("indexed_fill along {} {}", dim, layout));
        }
        const Array filled = mapped(
            a, a.shape, [&](const Index& at) { return entry(at) < 0 ? linear(at, a.shape) : -1; },
            9);
        expect_array(index_fill(rows(a, DataType::INT32), dim,
                                rows({Shape({2}), list}, DataType::UINT32), 9),
                     filled, fmt::format("index_fill along {}", dim));
    }
    EXPECT_THAT(thrown([&] {
                    const Tensor t = rows(a, DataType::BFLOAT16);
                    (void)indexed_fill(t, t, t, std::nullopt, 4);
                }),
                HasSubstr("is out of bounds for rank"));
}

TEST_F(MovementLists, EveryNumber) {
    Array in = counted_array(Shape({2, 3, 5, 70}));
    for (std::size_t i = 0; i < in.values.size(); i++)
        if (i % 3 != 0) in.values[i] = 0;
    Doubles want;
    for (std::uint32_t i = 0; i < in.values.size(); i++)
        if (in.values[i] != 0)
            for (const std::uint32_t index : {i / 1050, i / 350 % 3, i / 70 % 5, i % 70})
                want.push_back(index);
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::UINT8}) {
        const auto found = nonzero(rows(in, type));
        ASSERT_EQ(found.size(), 2u);
        EXPECT_EQ(values_of(found[0])[0] * 4, static_cast<double>(want.size()));
        Doubles places = values_of(found[1]);
        places.resize(want.size());
        EXPECT_EQ(places, want) << fmt::format("{}", type);
    }
    const Tensor numbers = rows({Shape({2, 3}), {0, -1, 5, -7, 8, 9}}, DataType::INT32);
    (void)plus_one(numbers);
    EXPECT_EQ(values_of(numbers), (Doubles{1, 0, 6, -6, 9, 10}));
    (void)plus_one(numbers, std::nullopt, true);
    EXPECT_EQ(values_of(numbers), (Doubles{2, 1, 7, -6, 10, 11}));
}

TEST_F(MovementLists, Fills) {
    const Tensor any = rows(counted_array(Shape({1, 1, 1, 1})), DataType::BFLOAT16);
    const Array two = mapped(
        {Shape({1}), {3}}, Shape({2, 1, 5, 7}),
        [](const Index& at) { return at[2] < 2 && at[3] < 4 ? 0 : -1; }, 8);
    expect_array(fill_rm(2, 1, 5, 7, 2, 4, any, 3, 8), two, "fill_rm");
    EXPECT_EQ(values_of(moreh_full_like(any, 4)), Doubles{4});
    EXPECT_EQ(values_of(moreh_full({2, 3}, 2.5f, &device())), Doubles(6, 2.5));
}

}  // namespace
}  // namespace ttnn::test
