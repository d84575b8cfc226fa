// Every row of the table of reductions against its reference.
#include <algorithm>

#include "harness.hpp"
#include "ttnn/operations/reduction/argmax/argmax.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

class Reduction : public OnDevice {};

using Dims = std::vector<int>;

// The places of a result's elements, and which result each element goes into.
struct Grouping {
    Shape kept;
    std::vector<Doubles> groups;
};

Grouping group(const Doubles& values, const Shape& shape, const Dims& dims) {
    ttsl::SmallVector<std::uint32_t> kept(shape.rank());
    for (std::size_t d = 0; d < shape.rank(); d++) {
        const int place = static_cast<int>(d), negative = place - static_cast<int>(shape.rank());
        const bool reduced = std::ranges::count(dims, place) + std::ranges::count(dims, negative);
        kept[d] = reduced ? 1 : shape[place];
    }
    Grouping result{Shape(kept), {}};
    result.groups.resize(result.kept.volume());
    for (std::size_t i = 0; i < values.size(); i++) {
        std::size_t rest = i, at = 0, stride = 1;
        for (int d = static_cast<int>(shape.rank()) - 1; d >= 0; d--) {
            const std::size_t index = rest % shape[d];
            rest /= shape[d];
            if (result.kept[d] != 1) at += index * stride;
            stride *= result.kept[d];
        }
        result.groups[at].push_back(values[i]);
    }
    return result;
}

void check(const table::ReductionRow& row, const TensorSpec& spec, const Dims& dims, bool keepdim,
           std::mt19937& random, MeshDevice& device) {
    const Shape& shape = spec.logical_shape();
    const DataType type = spec.data_type();
    const bool whole = !tt::tt_metal::is_floating_point(type);
    const double low = type == DataType::UINT32 ? 0 : row.low;
    const Tensor in = tensor_of(draw(random, shape.volume(), low, row.high, whole), spec, &device);
    Dims all = dims;
    ReductionDims given = ttsl::SmallVector<int>(dims.begin(), dims.end());
    if (dims.size() == 1) given = dims[0];
    if (dims.empty()) {
        given = std::nullopt;
        for (std::size_t d = 0; d < shape.rank(); d++) all.push_back(static_cast<int>(d));
    }
    const Tensor out = row.run(in, given, keepdim);
    const Grouping grouping = group(values_of(in), shape, all);
    const std::string what = fmt::format("{} of {} {} {} over {}", row.name, shape, type,
                                         spec.layout(), fmt::join(all, ","));
    if (keepdim) {
        EXPECT_EQ(out.logical_shape(), grouping.kept) << what;
    }
    EXPECT_EQ(out.dtype(), type) << what;
    Doubles want;
    std::size_t count = 0;
    for (const Doubles& one : grouping.groups) {
        want.push_back(row.reference(one));
        count = one.size();
    }
    expect_close(values_of(out), want, type,
                 {row.relative, row.absolute * static_cast<double>(count)}, what);
}

const std::vector<std::pair<Shape, Dims>>& cases() {
    static const std::vector<std::pair<Shape, Dims>> all{
        {Shape({64, 96}), {-1}},
        {Shape({64, 96}), {-2}},
        {Shape({64, 96}), {}},
        {Shape({33, 65}), {-1}},
        {Shape({33, 65}), {0}},
        {Shape({33, 65}), {}},
        {Shape({7}), {0}},
        {Shape({2, 31, 40}), {0}},
        {Shape({2, 31, 40}), {0, 2}},
        {Shape({3, 2, 33, 40}), {1}},
        {Shape({3, 2, 33, 40}), {0, 1}},
        {Shape({3, 2, 33, 40}), {-1, -2}},
        {Shape({3, 2, 33, 40}), {0, -2}},
        {Shape({2, 1, 3, 33, 2}), {-3, -1}},
        {Shape({1, 2, 1, 2, 3, 5}), {1, 4}},
        {Shape({2, 1, 2, 1, 2, 3, 7}), {0, 2, 5}},
        {Shape({2, 2, 2, 2, 2, 2, 34, 3}), {0, 2, 4, 6}},
        {Shape({2, 2, 2, 2, 2, 2, 34, 3}), {1, 3, 5, 7}}};
    return all;
}

std::vector<DataType> types_of(const table::ReductionRow& row) {
    std::vector<DataType> types{DataType::BFLOAT16, DataType::FLOAT32, DataType::BFLOAT8_B};
    if (row.integers) types.insert(types.end(), {DataType::INT32, DataType::UINT32});
    return types;
}

// All cases for sums, which show the engine; a few for the others. Deviations broadcast means,
// which goes up to rank 6.
TEST_F(Reduction, EveryRow) {
    unsigned next = chip_seed();
    for (const table::ReductionRow& row : table::reductions()) {
        unsigned seed = next;
        next += static_cast<unsigned>(cases().size());
        if (!is_mine(row.name)) continue;
        std::mt19937 random(seed);
        const auto types = types_of(row);
        const unsigned first = seed;
        const bool means = row.name == "std" || row.name == "var";
        for (std::size_t i = 0; i < cases().size(); i++) {
            const auto& [shape, dims] = cases()[i];
            if (row.name != "sum" && (i + first) % 5 != 0) continue;
            if (means && shape.rank() > 6) continue;
            const DataType type = types[seed % types.size()];
            const bool rows = seed % 3 == 0 && type != DataType::BFLOAT8_B;
            check(
                row,
                spec_of(shape, type, rows ? Layout::ROW_MAJOR : Layout::TILE, memories()[seed % 2]),
                dims, true, random, device());
            seed++;
        }
    }
}

TEST_F(Reduction, EveryTypeOfOne) {
    std::mt19937 random(3);
    for (const table::ReductionRow& row : table::reductions())
        for (const DataType type : types_of(row))
            for (const Dims& dims : {Dims{-1}, Dims{-2}})
                check(row, spec_of(Shape({2, 40, 70}), type), dims, true, random, device());
}

// Few results of many tiles: lines are cut into parts.
TEST_F(Reduction, LongLines) {
    std::mt19937 random(3);
    for (const table::ReductionRow& row : table::reductions()) {
        check(row, spec_of(Shape({32, 5000}), DataType::BFLOAT16), {-1}, true, random, device());
        check(row, spec_of(Shape({3, 1000, 130}), DataType::FLOAT32), {}, true, random, device());
    }
}

// Matrices of one row: all of them are one matrix, whatever the result's layout and shape.
TEST_F(Reduction, RowsAsOneMatrix) {
    std::mt19937 random(4);
    for (const table::ReductionRow& row : table::reductions())
        for (const Dims& dims : {Dims{-1}, Dims{-2}, Dims{1, 3}})
            for (const bool keepdim : {true, false}) {
                if (row.name == "std" || row.name == "var") continue;  // of one number: nothing
                const auto spec =
                    spec_of(Shape({5, 1, 1, 34}), DataType::BFLOAT16, Layout::ROW_MAJOR);
                check(row, spec, dims, keepdim, random, device());
            }
}

TEST_F(Reduction, ShapesOfResults) {
    const Tensor x =
        tensor_of(Doubles(2 * 3 * 64), spec_of(Shape({2, 3, 64}), DataType::FLOAT32), &device());
    EXPECT_EQ(sum(x, 0).logical_shape(), Shape({3, 64}));
    EXPECT_EQ(sum(x, ttsl::SmallVector<int>{0, 1}).logical_shape(), Shape({64}));
    EXPECT_EQ(sum(x).logical_shape(), Shape({}));
    EXPECT_EQ(sum(x, 1, true).logical_shape(), Shape({2, 1, 64}));
}

TEST_F(Reduction, OfNothing) {
    const Tensor x = tensor_of({}, spec_of(Shape({0, 4}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(sum(x, 0, true)), Doubles(4, 0));
    EXPECT_EQ(values_of(max(x, 0, true)), Doubles(4, -INFINITY));
    EXPECT_TRUE(std::isnan(values_of(mean(x, 0, true))[0]));
    EXPECT_EQ(sum(x, 1, true).logical_shape(), Shape({0, 1}));
    const Tensor one = tensor_of({3}, spec_of(Shape({1}), DataType::FLOAT32), &device());
    EXPECT_TRUE(std::isnan(values_of(var(one, 0, true))[0]));
    EXPECT_EQ(values_of(var(one, 0, true, std::nullopt, std::nullopt, 1.0f, false)), Doubles{0});
}

TEST_F(Reduction, Scalars) {
    const Tensor x = tensor_of({1, 2, 3, 4}, spec_of(Shape({2, 2}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(sum(x, 1, true, std::nullopt, std::nullopt, 0.5f)), (Doubles{1.5, 3.5}));
    EXPECT_EQ(values_of(max(x, 0, true, std::nullopt, std::nullopt, 2.0f)), (Doubles{6, 8}));
}

TEST_F(Reduction, PlacesOfTheGreatest) {
    std::mt19937 random(9);
    using enum DataType;
    for (const DataType type : {BFLOAT16, FLOAT32, INT32, UINT32, UINT16}) {
        const Shape shape({2, 3, 5, 40});
        const bool whole = !tt::tt_metal::is_floating_point(type);
        const double low = type == UINT32 || type == UINT16 ? 0 : -1000;
        const Layout layout = type == UINT16 ? Layout::TILE : Layout::ROW_MAJOR;
        const Tensor x = tensor_of(draw(random, shape.volume(), low, 1000, whole),
                                   spec_of(shape, type, layout), &device());
        const auto place = [](const Doubles& v) {
            return static_cast<double>(std::ranges::max_element(v) - v.begin());
        };
        for (const int dim : {-1, 2, -4}) {
            Doubles want;
            for (const Doubles& one : group(values_of(x), shape, {dim}).groups)
                want.push_back(place(one));
            for (const bool keepdim : {false, true})
                EXPECT_EQ(values_of(argmax(x, dim, keepdim)), want) << dim;
        }
        EXPECT_EQ(values_of(argmax(x)), Doubles{place(values_of(x))});
        EXPECT_EQ(argmax(x, -1).logical_shape(), Shape({2, 3, 5}));
        EXPECT_EQ(argmax(x, 2, true).logical_shape(), Shape({2, 3, 1, 40}));
    }
}

TEST_F(Reduction, BadInputIsRefused) {
    using testing::HasSubstr;
    const Tensor x = tensor_of(Doubles(4), spec_of(Shape({2, 2}), DataType::INT32), &device());
    EXPECT_THAT(thrown([&] { (void)sum(x, 2); }), HasSubstr("Unsupported dim 2"));
    EXPECT_THAT(thrown([&] { (void)mean(x, 0); }),
                HasSubstr("mean: data type DataType::INT32 is not supported"));
    const Tensor host = tensor_of(Doubles(4), spec_of(Shape({2, 2}), DataType::INT32), nullptr);
    EXPECT_THAT(thrown([&] { (void)sum(host, 1); }), HasSubstr("need to be on device"));
}

}  // namespace
}  // namespace ttnn::test
