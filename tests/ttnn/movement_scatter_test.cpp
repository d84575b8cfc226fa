// Elements put and taken by an index along any dimension, and numbers drawn at random.
#include <numeric>

#include "movement.hpp"
#include "ttnn/operations/bernoulli/bernoulli.hpp"
#include "ttnn/operations/data_movement/gather/gather.hpp"
#include "ttnn/operations/data_movement/gather/tosa/gather_tosa.hpp"
#include "ttnn/operations/data_movement/scatter/scatter.hpp"
#include "ttnn/operations/data_movement/scatter/tosa_scatter.hpp"
#include "ttnn/operations/embedding_backward/embedding_backward.hpp"
#include "ttnn/operations/experimental/dropout/dropout.hpp"
#include "ttnn/operations/experimental/slice_write/slice_write.hpp"
#include "ttnn/operations/rand/rand.hpp"
#include "ttnn/operations/randn/randn.hpp"
#include "ttnn/operations/uniform/uniform.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class MovementScatter : public OnDevice {
 protected:
    static Tensor stored(const Array& array, DataType dtype, Layout layout) {
        return tensor_of(array.values, spec_of(array.shape, dtype, layout), &device());
    }
};

// Calls f for every place of a shape.
void for_places(const Shape& shape, const std::function<void(const Index&)>& f) {
    Index at(shape.rank(), 0);
    for (std::size_t i = 0; i < shape.volume(); i++) {
        f(at);
        for (std::size_t d = shape.rank(); d-- > 0;)
            if (++at[d] == shape[static_cast<int>(d)])
                at[d] = 0;
            else
                break;
    }
}

double& element(Array& array, const Index& at) {
    return array.values[static_cast<std::size_t>(linear(at, array.shape))];
}

// An index that names places of the input along a dimension, smaller elsewhere.
Array index_for(const Shape& input, std::uint32_t dim, std::uint32_t entries, unsigned seed) {
    ttsl::SmallVector<std::uint32_t> dims(input.begin(), input.end());
    for (std::uint32_t& d : dims) d = std::max(1u, d - 1);
    dims[dim] = entries;
    Array index{Shape(dims), {}};
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < index.shape.volume(); i++)
        index.values.push_back(static_cast<double>(random() % input[static_cast<int>(dim)]));
    return index;
}

TEST_F(MovementScatter, AlongAnyDimension) {
    const Array in = counted_array(Shape({3, 4, 35, 40}));
    for (std::uint32_t dim = chip_seed() % 2; dim < 4; dim += 2) {
        Array index = index_for(in.shape, dim, 9, dim);
        Array source = counted_array(index.shape);
        std::ranges::reverse(source.values);
        Array put = in, added = in;
        for_places(index.shape, [&](const Index& at) {
            Index to(at);
            to[dim] = static_cast<std::uint32_t>(element(index, at));
            element(put, to) = element(source, at);
            element(added, to) += element(source, at);
        });
        for (const Layout layout : {Layout::ROW_MAJOR, Layout::TILE}) {
            const auto d = static_cast<std::int32_t>(dim);
            const Tensor places = stored(index, DataType::UINT32, layout);
            expect_array(scatter(stored(in, DataType::INT32, layout), d, places,
                                 stored(source, DataType::INT32, layout)),
                         put, "scatter");
            expect_array(scatter_add(stored(in, DataType::FLOAT32, layout), d, places,
                                     stored(source, DataType::FLOAT32, layout)),
                         added, "scatter_add");
        }
    }
}

TEST_F(MovementScatter, WideRowsGoInParts) {
    const std::uint32_t width = 40000;
    Array in = counted_array(Shape({2, width})), index{Shape({2, 5000}), {}}, source = index;
    Array want = in;
    for (std::uint32_t i = 0; i < 10000; i++) {
        index.values.push_back(i * 7 % width);
        source.values.push_back(i % 50);
        want.values[i / 5000 * width + i * 7 % width] = i % 50;
    }
    expect_array(scatter(stored(in, DataType::BFLOAT16, Layout::ROW_MAJOR), -1,
                         stored(index, DataType::UINT32, Layout::ROW_MAJOR),
                         stored(source, DataType::BFLOAT16, Layout::ROW_MAJOR)),
                 want, "wide rows");
}

TEST_F(MovementScatter, Refuses) {
    const Tensor rows = stored(counted_array(Shape({2, 3})), DataType::BFLOAT16, Layout::TILE);
    const Tensor list = stored(counted_array(Shape({3, 1})), DataType::UINT32, Layout::TILE);
    EXPECT_THAT(thrown([&] { (void)scatter(rows, 2, list, rows); }),
                HasSubstr("-input_rank <= dim < input_rank"));
    EXPECT_THAT(thrown([&] { (void)scatter(rows, 1, rows, rows); }),
                HasSubstr("index_dtype is not integer"));
    EXPECT_THAT(thrown([&] { (void)scatter(rows, 1, list, rows); }),
                HasSubstr("index_shape[0] <= source_shape[0] == false"));
    EXPECT_THAT(thrown([&] { (void)scatter(rows, 1, list, rows, std::nullopt, "mean"); }),
                HasSubstr("reduce must be either 'add' or 'multiply'"));
}

TEST_F(MovementScatter, GatherAlongOtherDimensions) {
    const Array in = counted_array(Shape({3, 4, 35, 40}));
    for (std::uint32_t dim = 0; dim < 3; dim++) {
        Array index = index_for(in.shape, dim, 7, dim);
        const Array want = mapped(in, index.shape, [&](const Index& at) {
            Index from(at);
            from[dim] = static_cast<std::uint32_t>(element(index, at));
            return linear(from, in.shape);
        });
        for (const Layout layout : {Layout::ROW_MAJOR, Layout::TILE})
            expect_array(
                gather(stored(in, DataType::BFLOAT16, layout), static_cast<std::int8_t>(dim),
                       stored(index, DataType::UINT32, layout)),
                want, "gather");
    }
}

TEST_F(MovementScatter, WholeRows) {
    const Array in = counted_array(Shape({2, 5, 6}));
    const Array list{Shape({2, 3}), {4, 0, 1, 2, 3, 0}};
    const Tensor input = stored(in, DataType::BFLOAT16, Layout::ROW_MAJOR);
    const Tensor places = stored(list, DataType::UINT32, Layout::ROW_MAJOR);
    const auto row = [&](std::uint32_t n, std::uint32_t w) {
        return static_cast<std::uint32_t>(list.values[n * 3 + w]);
    };
    const Array want = mapped(in, Shape({2, 3, 6}), [&](const Index& at) {
        return linear({at[0], row(at[0], at[1]), at[2]}, in.shape);
    });
    const Tensor taken = tosa::gather(input, places);
    expect_array(taken, want, "tosa_gather");
    expect_array(tosa_scatter(input, places, taken), in, "tosa_scatter");
    Array sums{Shape({1, 1, 5, 6}), Doubles(30, 0)};
    for (std::uint32_t i = 0; i < 6; i++)
        for (std::uint32_t c = 0; c < 6; c++)
            sums.values[row(i / 3, i % 3) * 6 + c] += want.values[i * 6 + c];
    expect_array(
        embedding_bw(places,
                     stored({Shape({5, 6}), Doubles(30, 1)}, DataType::BFLOAT16, Layout::TILE),
                     stored({Shape({1, 1, 6, 6}), want.values}, DataType::BFLOAT16, Layout::TILE)),
        sums, "embedding_bw");
}

struct Moments {
    double mean = 0, deviation = 0;
};
Moments moments(const Doubles& values) {
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double sum = 0;
    for (const double v : values) sum += (v - mean) * (v - mean);
    return {mean, std::sqrt(sum / count)};
}

TEST_F(MovementScatter, PartsWithSteps) {
    using Places = ttsl::SmallVector<std::uint32_t>;
    const auto of = [&](std::uint32_t rows, std::uint32_t columns, double value) {
        return tensor_of(Doubles(rows * columns, value),
                         spec_of(Shape({rows, columns}), DataType::BFLOAT16, Layout::ROW_MAJOR),
                         &device());
    };
    const Tensor into = of(4, 6, 0), part = of(2, 3, 1);
    (void)experimental::slice_write(part, into, Places{0, 1}, Places{4, 6}, Places{2, 2});
    Doubles want(24);
    for (const std::size_t i : {1, 3, 5, 13, 15, 17}) want[i] = 1;
    EXPECT_EQ(values_of(into), want);
    EXPECT_THAT(thrown([&] {
                    (void)experimental::slice_write(part, into, Places{0, 1}, Places{4, 6},
                                                    Places{4, 2});
                }),
                testing::AllOf(HasSubstr("by 4"), HasSubstr("is not as wide as the input")));
}

TEST_F(MovementScatter, RandomNumbers) {
    const Shape shape({100, 130});
    const Doubles flat = values_of(
        rand(shape, device(), DataType::FLOAT32, Layout::TILE, DRAM_MEMORY_CONFIG, -2, 4, 7));
    EXPECT_TRUE(std::ranges::all_of(flat, [](double v) { return v >= -2 && v < 4; }));
    EXPECT_NEAR(moments(flat).mean, 1, 0.1);
    EXPECT_NEAR(moments(flat).deviation, 6 / std::sqrt(12.0), 0.1);
    const Tensor again = tensor_of(flat, spec_of(shape, DataType::FLOAT32), &device());
    (void)uniform(again, -2, 4, 7);
    EXPECT_EQ(values_of(again), flat) << "numbers depend on the seed alone";
    const auto unnamed = [&] { return values_of(rand(shape, device(), DataType::FLOAT32)); };
    EXPECT_NE(unnamed(), unnamed());
    const Moments bell = moments(values_of(randn(shape, device(), DataType::FLOAT32)));
    EXPECT_NEAR(bell.mean, 0, 0.05);
    EXPECT_NEAR(bell.deviation, 1, 0.05);
    const Tensor quarter =
        tensor_of(Doubles(13000, 0.25), spec_of(shape, DataType::FLOAT32), &device());
    EXPECT_NEAR(moments(values_of(bernoulli(quarter, 3))).mean, 0.25, 0.03);
    EXPECT_NEAR(moments(values_of(experimental::dropout(quarter, 0.2f, 4.0f, 5))).mean, 0.8, 0.03);
    const Doubles whole = values_of(
        rand(shape, device(), DataType::INT32, Layout::TILE, DRAM_MEMORY_CONFIG, 0, 5, 1));
    EXPECT_EQ(std::ranges::max(whole), 4);
    EXPECT_EQ(std::ranges::min(whole), 0);
}

}  // namespace
}  // namespace ttnn::test
