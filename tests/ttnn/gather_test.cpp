// gather in all its variants against plain indexing: equal to the last bit.
#include "ttnn/operations/data_movement/gather/gather.hpp"

#include <set>

#include "harness.hpp"

namespace ttnn::test {
namespace {

using operations::data_movement::GatherVariant;
using testing::HasSubstr;

class Gather : public OnDevice {};

// Which elements the index names: the k-th of a row of `width`.
using Pattern = std::uint32_t (*)(std::uint32_t k, std::uint32_t width, std::mt19937& random);
constexpr Pattern kPatterns[] = {
    [](std::uint32_t, std::uint32_t width, std::mt19937& random) {
        return static_cast<std::uint32_t>(random() % width);
    },
    [](std::uint32_t, std::uint32_t width, std::mt19937&) { return width - 1; },
    [](std::uint32_t k, std::uint32_t width, std::mt19937&) { return width - 1 - k % width; },
    [](std::uint32_t k, std::uint32_t width, std::mt19937&) { return k % std::min(width, 40u); },
    [](std::uint32_t, std::uint32_t width, std::mt19937&) { return width / 3; },
    [](std::uint32_t k, std::uint32_t width, std::mt19937&) { return k * 7 % width; }};

struct GatherCase {
    Shape input, index;
    DataType type = DataType::BFLOAT16, index_type = DataType::UINT32;
    Layout layout = Layout::TILE;
    std::size_t pattern = 0;
};

// Where a position of the index lies in the input, without the last dimension.
std::size_t row_in(const GatherCase& c, std::size_t row) {
    std::size_t at = 0, stride = 1;
    for (std::size_t d = 2; d <= c.index.rank(); d++) {
        const auto i = -static_cast<std::int32_t>(d);
        at += row % c.index[i] * stride;
        row /= c.index[i];
        stride *= c.input[i];
    }
    return at;
}

struct Gathered {
    Tensor input, index;
    Doubles want;
};

Gathered make(const GatherCase& c, MeshDevice& device) {
    std::mt19937 random(17);
    const std::uint32_t width = c.input[-1];
    const Doubles values = draw(random, c.input.volume(), 0, 60000, c.type != DataType::FLOAT32);
    Doubles index(c.index.volume());
    for (std::size_t i = 0; i < index.size(); i++)
        index[i] = kPatterns[c.pattern](static_cast<std::uint32_t>(i), width, random);
    const Tensor input = tensor_of(values, spec_of(c.input, c.type, c.layout), &device);
    const Doubles kept = values_of(input);
    Doubles want(index.size());
    for (std::size_t i = 0; i < want.size(); i++)
        want[i] = kept[row_in(c, i / c.index[-1]) * width + static_cast<std::size_t>(index[i])];
    return {input, tensor_of(index, spec_of(c.index, c.index_type, c.layout), &device), want};
}

void check(const GatherCase& c, MeshDevice& device,
           const std::optional<GatherVariant>& variant = std::nullopt) {
    const Gathered g = make(c, device);
    const Tensor out =
        gather(g.input, -1, g.index, false, std::nullopt, std::nullopt, std::nullopt, variant);
    EXPECT_EQ(out.logical_shape(), c.index);
    EXPECT_EQ(out.dtype(), c.type);
    EXPECT_EQ(out.layout(), c.layout);
    EXPECT_TRUE(values_of(out) == g.want)
        << fmt::format("{} by {}, variant {}, pattern {}", c.input, c.index,
                       variant ? static_cast<int>(*variant) : -1, c.pattern);
}

constexpr GatherVariant kForTiles[] = {
    GatherVariant::SINGLE_CORE,      GatherVariant::MULTI_CORE,     GatherVariant::ONE_BARRIER,
    GatherVariant::SPARSE_BITMAP,    GatherVariant::L1_BLOCKS,      GatherVariant::ROW_OWNER,
    GatherVariant::DIRECT_READS,     GatherVariant::PARTITIONED_L1, GatherVariant::MULTICAST,
    GatherVariant::MULTICAST_BUCKETS};
constexpr GatherVariant kForSticks[] = {GatherVariant::ROW_MAJOR_SINGLE_CORE,
                                        GatherVariant::ROW_MAJOR_MULTI_CORE,
                                        GatherVariant::ROW_MAJOR_MULTICAST};

TEST_F(Gather, VariantsAgree) {
    // Around the width where upstream changes its way, and padding in both directions.
    const GatherCase cases[] = {{Shape({32, 62 * 32}), Shape({32, 62 * 32})},
                                {Shape({3, 40, 100}), Shape({2, 35, 333})}};
    for (const GatherVariant variant : kForTiles)
        for (const GatherCase& c : cases)
            for (std::size_t pattern = 0; pattern < std::size(kPatterns); pattern++) {
                GatherCase one = c;
                one.pattern = pattern;
                check(one, device(), variant);
            }
    for (const std::uint32_t tiles : {59u, 60u, 61u, 63u, 64u})
        for (const GatherVariant variant :
             {GatherVariant::MULTICAST_BUCKETS, GatherVariant::L1_BLOCKS, GatherVariant::ROW_OWNER})
            check({Shape({5, tiles * 32}), Shape({5, tiles * 32})}, device(), variant);
    for (const GatherVariant variant : kForSticks)
        for (std::size_t pattern = 0; pattern < std::size(kPatterns); pattern++)
            check({Shape({3, 9, 1000}), Shape({2, 7, 1300}), DataType::BFLOAT16, DataType::UINT32,
                   Layout::ROW_MAJOR, pattern},
                  device(), variant);
}

// Rows of a large vocabulary, and as wide as where upstream changes its way, all indices equal,
// apart, backwards, close together and at the end.
TEST_F(Gather, AllVariantsAtTheWidthsThatMatter) {
    for (const GatherVariant variant : kForTiles) {
        if (variant != GatherVariant::SINGLE_CORE)
            for (std::size_t pattern = 0; pattern < std::size(kPatterns); pattern++)
                check({Shape({3, 4748 * 32}), Shape({3, 70}), DataType::BFLOAT16, DataType::UINT32,
                       Layout::TILE, pattern},
                      device(), variant);
        for (const std::uint32_t tiles : {59u, 60u, 61u, 62u, 63u, 64u})
            check({Shape({2, tiles * 32}), Shape({2, 100}), DataType::BFLOAT16, DataType::UINT32,
                   Layout::TILE, tiles % std::size(kPatterns)},
                  device(), variant);
    }
    for (const GatherVariant variant : kForSticks)
        for (std::size_t pattern = 0; pattern < std::size(kPatterns); pattern++)
            check({Shape({3, 4748 * 32}), Shape({3, 70}), DataType::BFLOAT16, DataType::UINT32,
                   Layout::ROW_MAJOR, pattern},
                  device(), variant);
}

TEST_F(Gather, TypesAndShapes) {
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::UINT16,
                                DataType::UINT32, DataType::INT32})
        for (const DataType index : {DataType::UINT32, DataType::UINT16})
            for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR})
                check({Shape({2, 33, 70}), Shape({2, 20, 45}), type, index, layout}, device());
    for (const auto& [a, b] : {std::pair{Shape({1, 1}), Shape({1, 1})},
                               {Shape({7}), Shape({40})},
                               {Shape({8, 8, 8, 8}), Shape({8, 8, 8, 8})},
                               {Shape({1, 2048, 1, 64}), Shape({1, 2048, 1, 32})},
                               {Shape({2, 3, 2, 3, 4, 40}), Shape({1, 3, 2, 2, 4, 33})},
                               {Shape({32, 8192}), Shape({32, 2048})},
                               {Shape({1, 20000}), Shape({1, 20000})}})
        check({a, b}, device());
    EXPECT_EQ(gather(make({Shape({4, 8}), Shape({2, 3})}, device()).input, -1,
                     tensor_of({}, spec_of(Shape({4, 0}), DataType::UINT32), &device()))
                  .logical_shape(),
              Shape({4, 0}));
}

TEST_F(Gather, PreallocatedAndRepeated) {
    const GatherCase c{Shape({64, 128}), Shape({64, 96})};
    const Gathered g = make(c, device());
    const Tensor into = tensor_of(Doubles(64 * 96, 0), spec_of(c.index, c.type), &device());
    for (int i = 0; i < 3; i++) (void)gather(g.input, -1, g.index, false, std::nullopt, into);
    EXPECT_EQ(values_of(into), g.want);
    const CoreRangeSet some(
        std::set<CoreRange>{CoreRange({0, 0}, {1, 0}), CoreRange({1, 2}, {2, 3})});
    EXPECT_EQ(values_of(gather(g.input, 1, g.index, false, std::nullopt, std::nullopt, some)),
              g.want);
}

TEST_F(Gather, Refused) {
    const Gathered g = make({Shape({4, 8}), Shape({4, 3})}, device());
    const auto index = [&](const Shape& shape, DataType type = DataType::UINT32,
                           Layout layout = Layout::TILE) {
        return tensor_of(Doubles(shape.volume(), 0), spec_of(shape, type, layout), &device());
    };
    EXPECT_THAT(thrown([&] { (void)gather(g.input, 2, g.index); }), HasSubstr("dim is 2"));
    EXPECT_THAT(thrown([&] { (void)gather(g.input, -1, g.index, true); }),
                HasSubstr("sparse_grad is not supported"));
    EXPECT_THAT(thrown([&] { (void)gather(g.input, -1, index(Shape({5, 3}))); }),
                HasSubstr("5 elements in dimension 0, input_tensor has 4"));
    EXPECT_THAT(thrown([&] { (void)gather(g.input, -1, index(Shape({1, 4, 3}))); }),
                HasSubstr("ranks must be equal"));
    EXPECT_THAT(thrown([&] { (void)gather(g.input, -1, index(Shape({4, 3}), DataType::INT32)); }),
                HasSubstr("UINT32 and UINT16 are allowed"));
    EXPECT_THAT(thrown([&] {
                    (void)gather(g.input, -1,
                                 index(Shape({4, 3}), DataType::UINT32, Layout::ROW_MAJOR));
                }),
                HasSubstr("the same layout"));
    EXPECT_THAT(thrown([&] {
                    (void)gather(g.input, -1, g.index, false, std::nullopt, std::nullopt,
                                 std::nullopt, GatherVariant::ROW_MAJOR_MULTICAST);
                }),
                HasSubstr("one for sticks"));
}

}  // namespace
}  // namespace ttnn::test
