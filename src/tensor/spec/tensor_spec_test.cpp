// Shapes in memory, sizes and refusals of tensor specs, against values worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/tensor/spec/tensor_spec.hpp>

#include "tensor/test_support.hpp"

namespace {

using namespace tt::tt_metal;
using ironbird::tensor::thrown;
using testing::HasSubstr;

TensorLayout tiles(DataType type = DataType::BFLOAT16, const Tile& tile = Tile()) {
    return TensorLayout(type, PageConfig(Layout::TILE, tile), MemoryConfig());
}
TensorLayout rows(DataType type = DataType::BFLOAT16, const Alignment& alignment = {}) {
    return TensorLayout(type, Layout::ROW_MAJOR, MemoryConfig(), alignment);
}

struct Row {
    Shape shape;
    TensorLayout layout;
    Shape padded;
    Shape2D physical, logical;
    std::size_t page, bytes;
};

TEST(TensorSpec, ShapesInMemory) {
    const Row table[] = {
        {Shape({5}), tiles(), Shape({32, 32}), {32, 32}, {1, 5}, 2048, 2048},
        {Shape({}), tiles(), Shape({32, 32}), {32, 32}, {1, 1}, 2048, 2048},
        {Shape({1, 40, 3, 121}),
         tiles(),
         Shape({1, 40, 32, 128}),
         {1280, 128},
         {120, 121},
         2048,
         40 * 4 * 2048},
        {Shape({14, 47}),
         tiles(DataType::FLOAT32, Tile({16, 16})),
         Shape({16, 48}),
         {16, 48},
         {14, 47},
         1024,
         3 * 1024},
        {Shape({33, 1}),
         tiles(DataType::BFLOAT8_B),
         Shape({64, 32}),
         {64, 32},
         {33, 1},
         1088,
         2 * 1088},
        {Shape({0, 32}), tiles(), Shape({0, 32}), {0, 32}, {0, 32}, 2048, 0},
        {Shape({2, 3, 5}), rows(), Shape({2, 3, 5}), {6, 5}, {6, 5}, 10, 60},
        {Shape({5}), rows(DataType::UINT8), Shape({5}), {1, 5}, {1, 5}, 5, 5},
        {Shape({}), rows(DataType::INT32), Shape({1}), {1, 1}, {1, 1}, 4, 4},
        {Shape({3, 5}),
         rows(DataType::UINT16, Alignment({8})),
         Shape({3, 8}),
         {3, 8},
         {3, 5},
         16,
         48},
        // Every 3 rows of the middle dimension are padded to 4, and 2 x 4 rows to 12.
        {Shape({2, 3, 5}),
         rows(DataType::FLOAT32, Alignment({12, 4, 8})),
         Shape({3, 4, 8}),
         {12, 8},
         {6, 5},
         32,
         12 * 32},
        {Shape({0}), rows(DataType::UINT8), Shape({0}), {1, 0}, {1, 0}, 4, 0},
    };
    for (const Row& row : table) {
        const TensorSpec spec(row.shape, row.layout);
        const std::string name = fmt::format("{} {}", row.shape, row.layout);
        EXPECT_EQ(spec.padded_shape(), row.padded) << name << spec.padded_shape();
        EXPECT_EQ(spec.physical_shape(), row.physical) << name << spec.physical_shape();
        EXPECT_EQ(spec.logical_2d_shape(), row.logical) << name;
        EXPECT_EQ(spec.compute_page_size_bytes(), row.page) << name;
        EXPECT_EQ(spec.compute_packed_buffer_size_bytes(), row.bytes) << name;
    }
}

TEST(TensorSpec, AlignmentThatNoPaddingCanMeet) {
    const TensorLayout layout = rows(DataType::FLOAT32, Alignment({10, 4, 8}));
    EXPECT_THAT(thrown([&] { TensorSpec(Shape({2, 3, 5}), layout); }),
                HasSubstr("Padded shape can't be deducted from TensorLayout parameters"));
}

TEST(TensorSpec, AlignmentIsRoundedToPages) {
    const TensorLayout layout(DataType::BFLOAT16, Layout::TILE, MemoryConfig(), Alignment({40}));
    EXPECT_EQ(layout.get_alignment(), Alignment({32, 64}));
    EXPECT_EQ(tiles().get_alignment(), Alignment({32, 32}));
    EXPECT_EQ(rows().get_alignment(), Alignment({1}));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST(TensorSpec, LayoutFromPaddedShape) {
    const auto from = [](Layout layout, const Shape& logical, const Shape& padded) {
        return TensorLayout::fromPaddedShape(DataType::BFLOAT16, layout, MemoryConfig(), logical,
                                             padded);
    };
    for (const auto& [layout, logical, padded] :
         {std::tuple(Layout::TILE, Shape({1, 1, 5, 6}), Shape({1, 1, 64, 32})),
          std::tuple(Layout::ROW_MAJOR, Shape({3, 5}), Shape({4, 8})),
          std::tuple(Layout::ROW_MAJOR, Shape({2, 3, 5}), Shape({4, 3, 8})),
          std::tuple(Layout::TILE, Shape({32, 32}), Shape({32, 32}))})
        EXPECT_EQ(TensorSpec(logical, from(layout, logical, padded)).padded_shape(), padded)
            << logical;
    EXPECT_EQ(from(Layout::TILE, Shape({5, 6}), Shape({64, 32})).get_alignment(),
              Alignment({64, 32}));
    EXPECT_EQ(from(Layout::ROW_MAJOR, Shape({2, 3, 5}), Shape({4, 3, 8})).get_alignment(),
              Alignment({12, 3, 8}));
}
#pragma GCC diagnostic pop

TEST(TensorSpec, TypesAndLayoutsThatDoNotGoTogether) {
    const auto made = [](DataType type, Layout layout) {
        return thrown(
            [&] { TensorSpec(Shape({32, 32}), TensorLayout(type, layout, MemoryConfig())); });
    };
    EXPECT_THAT(made(DataType::BFLOAT8_B, Layout::ROW_MAJOR),
                HasSubstr("Only TILE layout is supported for BFLOAT8_B dtype!"));
    EXPECT_THAT(made(DataType::BFLOAT4_B, Layout::ROW_MAJOR),
                HasSubstr("Only TILE layout is supported for BFLOAT4_B dtype!"));
    EXPECT_THAT(made(DataType::FP8_E4M3, Layout::TILE),
                HasSubstr("Only ROW_MAJOR layout is supported for FP8_E4M3 dtype!"));
    EXPECT_THAT(made(DataType::INVALID, Layout::ROW_MAJOR),
                HasSubstr("dtypes are supported on device!"));
    EXPECT_EQ(made(DataType::FP8_E4M3, Layout::ROW_MAJOR), "");
    EXPECT_THAT(thrown([] { PageConfig(Layout::ROW_MAJOR, Tile({16, 32})); }),
                HasSubstr("custom tile configuration is not supported."));
}

TEST(TensorSpec, StridesOfTheLogicalShape) {
    EXPECT_EQ(TensorSpec(Shape({2, 3, 5}), rows()).compute_strides(), (Strides{15, 5, 1}));
    EXPECT_EQ(TensorSpec(Shape({2, 3, 5}), tiles()).compute_strides(), (Strides{96, 32, 1}));
    EXPECT_EQ(TensorSpec(Shape({}), rows()).compute_strides(), Strides{});
}

TEST(TensorSpec, HashAndTextFollowContent) {
    const auto hash = [](const TensorSpec& s) {
        return ttsl::hash::hash_objects_with_default_seed(s);
    };
    const TensorSpec a(Shape({2, 32}), tiles()), b(Shape({32, 2}), tiles()),
        c(Shape({2, 32}), rows());
    EXPECT_EQ(hash(a), hash(TensorSpec(Shape({2, 32}), tiles())));
    EXPECT_NE(hash(a), hash(b));
    EXPECT_NE(hash(a), hash(c));
    EXPECT_EQ(a, TensorSpec(a));
    EXPECT_NE(ttsl::hash::canonical_key(a), ttsl::hash::canonical_key(b));
    EXPECT_EQ(ttsl::hash::canonical_key(a), ttsl::hash::canonical_key(TensorSpec(a)));
    EXPECT_THAT(fmt::format("{}", a),
                HasSubstr("TensorSpec(logical_shape=Shape([2, 32]),tensor_layout=TensorLayout("
                          "dtype=DataType::BFLOAT16,page_config=PageConfig(config=TilePageConfig("
                          "tile="));
}

TEST(TensorSpec, BytesPerBank) {
    const TensorSpec spec(Shape({320, 32}), tiles());
    EXPECT_EQ(spec.compute_consumed_memory_bytes_per_bank(4096, 12), 4096u);
    EXPECT_EQ(spec.compute_consumed_memory_bytes_per_bank(1, 4), 3u * 2048);
    const TensorSpec odd(Shape({7, 5}), rows());
    EXPECT_EQ(odd.compute_consumed_memory_bytes_per_bank(32, 3), 3u * 32);
}

}  // namespace
