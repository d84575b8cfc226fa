// Shards: what fits on a grid, both forms of a shard spec, and where their pages lie.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/tensor/spec/tensor_spec.hpp>

#include "tensor/test_support.hpp"

namespace shard_forms_test {  // compiled together with other tests

using namespace tt::tt_metal;
using enum TensorMemoryLayout;
using ironbird::tensor::thrown;
using testing::HasSubstr;

CoreRangeSet grid(std::size_t columns, std::size_t rows) {
    return CoreRangeSet(CoreRange({0, 0}, {columns - 1, rows - 1}));
}

MemoryConfig legacy(TensorMemoryLayout kind, const CoreRangeSet& cores,
                    std::array<std::uint32_t, 2> shape,
                    ShardOrientation orientation = ShardOrientation::ROW_MAJOR) {
    return MemoryConfig(kind, BufferType::L1, ShardSpec(cores, shape, orientation));
}
MemoryConfig nd(const Shape& shape, const CoreRangeSet& cores,
                ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D,
                ShardOrientation orientation = ShardOrientation::ROW_MAJOR) {
    return MemoryConfig(BufferType::L1, NdShardSpec{shape, cores, orientation, strategy});
}

TensorSpec tensor(const Shape& shape, const MemoryConfig& memory, Layout layout = Layout::TILE) {
    return TensorSpec(shape, TensorLayout(DataType::BFLOAT16, layout, memory));
}

TEST(ShardGrid, RefusalsNameTheNumbers) {
    const Shape shape({128, 128});
    const auto why = [&](const MemoryConfig& memory) {
        return thrown([&] { tensor(shape, memory); });
    };
    EXPECT_THAT(why(legacy(HEIGHT_SHARDED, grid(4, 1), {32, 64})),
                HasSubstr("Shard width 64 must match physical width 128 for height sharded"));
    EXPECT_THAT(why(legacy(HEIGHT_SHARDED, grid(3, 1), {32, 128})),
                HasSubstr("Number of shards along height 4 must not exceed number of cores 3"));
    EXPECT_THAT(why(legacy(WIDTH_SHARDED, grid(4, 1), {64, 32})),
                HasSubstr("Shard height 64 must match physical height 128 for width sharded"));
    EXPECT_THAT(why(legacy(WIDTH_SHARDED, grid(1, 1), {128, 64})),
                HasSubstr("Number of shards along width 2 must not exceed number of cores 1"));
    EXPECT_THAT(why(legacy(BLOCK_SHARDED, grid(2, 1), {64, 64})),
                HasSubstr("Number of shards along height 2 must not exceed number of rows 1 for "
                          "row major orientation!"));
    EXPECT_THAT(
        why(legacy(BLOCK_SHARDED, grid(4, 1), {64, 64}, ShardOrientation::COL_MAJOR)),
        HasSubstr("Number of shards along width 2 must not exceed number of rows 1 for column "
                  "major orientation!"));
    const CoreRangeSet two(std::vector{CoreRange({0, 0}, {0, 0}), CoreRange({2, 2}, {3, 3})});
    EXPECT_THAT(why(legacy(BLOCK_SHARDED, two, {64, 64})),
                HasSubstr("must be one full rectangular grid for block sharded!"));
    EXPECT_THAT(why(legacy(HEIGHT_SHARDED, grid(8, 1), {16, 128})),
                HasSubstr("must be tile {32, 32} sized!"));
    EXPECT_EQ(why(legacy(BLOCK_SHARDED, grid(2, 2), {64, 64})), "");
    EXPECT_FALSE(
        can_shape_fits_shard_grid(TensorLayout(DataType::BFLOAT16, Layout::TILE,
                                               legacy(WIDTH_SHARDED, grid(1, 1), {128, 64})),
                                  shape));
    EXPECT_FALSE(can_shard_align(legacy(HEIGHT_SHARDED, grid(1, 1), {16, 32}), Layout::TILE));
    EXPECT_TRUE(can_shard_align(legacy(HEIGHT_SHARDED, grid(1, 1), {16, 32}), Layout::ROW_MAJOR));
}

TEST(ShardForms, TwoDimensionalGetsAnyRank) {
    const TensorSpec spec = tensor(Shape({4, 64, 64}), legacy(BLOCK_SHARDED, grid(2, 4), {64, 32}));
    const auto& found = spec.memory_config().nd_shard_spec();
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->shard_shape, Shape({64, 32}));
    EXPECT_EQ(found->shard_distribution_strategy, ShardDistributionStrategy::GRID_2D);
    EXPECT_EQ(spec.memory_config().memory_layout(), BLOCK_SHARDED);
    const TensorSpec line =
        tensor(Shape({8}), legacy(WIDTH_SHARDED, grid(2, 1), {1, 4}), Layout::ROW_MAJOR);
    EXPECT_EQ(line.memory_config().nd_shard_spec()->shard_shape, Shape({4}));
    EXPECT_THAT(thrown([] {
                    tensor(Shape({8}), legacy(HEIGHT_SHARDED, grid(2, 1), {2, 8}),
                           Layout::ROW_MAJOR);
                }),
                HasSubstr("Shard shape must be 1D for 1D tensor!"));
}

struct Case {
    Shape tensor, shard;
    CoreRangeSet cores;
    ShardDistributionStrategy strategy;
    TensorMemoryLayout want;
    std::array<std::uint32_t, 2> shape{};
};

TEST(ShardForms, AnyRankGetsTwoDimensionsWhereItCan) {
    using enum ShardDistributionStrategy;
    const Case table[] = {
        {Shape({128, 64}), Shape({32, 64}), grid(4, 1), ROUND_ROBIN_1D, HEIGHT_SHARDED, {32, 64}},
        {Shape({64, 128}), Shape({64, 32}), grid(4, 1), ROUND_ROBIN_1D, WIDTH_SHARDED, {64, 32}},
        {Shape({64, 128}), Shape({32, 64}), grid(2, 2), ROUND_ROBIN_1D, BLOCK_SHARDED, {32, 64}},
        // Three columns of cores: the second row of shards would begin in the first row of cores.
        {Shape({64, 128}), Shape({32, 64}), grid(3, 2), ROUND_ROBIN_1D, ND_SHARDED},
        {Shape({64, 128}), Shape({32, 64}), grid(3, 2), GRID_2D, BLOCK_SHARDED, {32, 64}},
        {Shape({64, 128}), Shape({32, 64}), grid(2, 2), CONTIGUOUS_1D, ND_SHARDED},
        // More shards than cores.
        {Shape({128, 64}), Shape({32, 64}), grid(2, 1), ROUND_ROBIN_1D, ND_SHARDED},
        // Two of the outer blocks in one shard: 2 x 64 rows, one after another.
        {Shape({4, 64, 64}),
         Shape({2, 64, 64}),
         grid(2, 1),
         ROUND_ROBIN_1D,
         HEIGHT_SHARDED,
         {128, 64}},
        // Half of the rows of two blocks: not one piece of the matrix.
        {Shape({4, 64, 64}), Shape({2, 32, 64}), grid(4, 1), ROUND_ROBIN_1D, ND_SHARDED},
        {Shape({4, 64, 64}),
         Shape({1, 32, 64}),
         grid(8, 1),
         ROUND_ROBIN_1D,
         HEIGHT_SHARDED,
         {32, 64}},
    };
    for (const Case& c : table) {
        const TensorSpec spec = tensor(c.tensor, nd(c.shard, c.cores, c.strategy));
        const MemoryConfig& memory = spec.memory_config();
        const std::string name = fmt::format("{} in {}", c.tensor, c.shard);
        EXPECT_EQ(memory.memory_layout(), c.want) << name << ' ' << memory;
        EXPECT_EQ(memory.shard_spec().has_value(), c.want != ND_SHARDED) << name;
        if (memory.shard_spec()) {
            EXPECT_EQ(memory.shard_spec()->shape, c.shape) << name;
        }
        EXPECT_TRUE(memory.created_with_nd_shard_spec());
        EXPECT_EQ(TensorSpec(c.tensor, spec.tensor_layout()), spec) << name;
    }
}

TEST(ShardForms, BuildersCutWhereTheyShould) {
    const TensorSpec spec = tensor(Shape({2, 3, 70, 90}), MemoryConfig(BufferType::L1));
    const auto shard = [](const TensorSpec& s) {
        return s.memory_config().nd_shard_spec()->shard_shape;
    };
    const std::int32_t batch[] = {0, 1}, last[] = {-1};
    EXPECT_EQ(shard(spec.sharded_across_dims(batch, grid(3, 2))), Shape({1, 1, 96, 96}));
    EXPECT_EQ(shard(spec.sharded_across_dims_except(last, grid(3, 2))), Shape({1, 1, 32, 96}));
    EXPECT_EQ(shard(spec.height_sharded(grid(4, 1))), Shape({160, 96}));
    EXPECT_EQ(shard(spec.width_sharded(grid(2, 1))), Shape({576, 64}));
    EXPECT_EQ(shard(spec.block_sharded(CoreRange({0, 0}, {2, 3}))), Shape({160, 32}));
    EXPECT_EQ(spec.height_sharded(grid(4, 1)).memory_config().memory_layout(), HEIGHT_SHARDED);
    EXPECT_EQ(spec.block_sharded(CoreRange({0, 0}, {2, 3})).memory_config().memory_layout(),
              BLOCK_SHARDED);
    using Align = TensorSpec::ShardShapeAlignment;
    const TensorSpec rows = tensor(Shape({6, 40}), MemoryConfig(BufferType::L1), Layout::ROW_MAJOR);
    EXPECT_EQ(shard(rows.sharded(Shape({2, 20}), grid(2, 3), Align::RECOMMENDED)), Shape({2, 32}));
    EXPECT_EQ(shard(rows.sharded(Shape({2, 20}), grid(2, 3), Align::REQUIRED)), Shape({2, 20}));
}

TEST(ShardForms, PagesLieInTheirShards) {
    // 4x4 tiles in blocks of 2x2: the second core has the upper right corner.
    const TensorSpec spec = tensor(Shape({128, 128}), legacy(BLOCK_SHARDED, grid(2, 2), {64, 64}));
    const BufferShardingArgs args = spec.compute_buffer_sharding_args();
    ASSERT_TRUE(args.buffer_distribution_spec() && args.shard_spec());
    const auto pages = args.buffer_distribution_spec()->compute_page_mapping();
    EXPECT_EQ(pages.core_host_page_indices[1], (std::vector<std::uint32_t>{2, 3, 6, 7}));
    EXPECT_EQ(args.shard_spec()->tensor2d_shape_in_pages, (std::array<std::uint32_t, 2>{4, 4}));
    EXPECT_EQ(spec.compute_consumed_memory_bytes_per_bank(2048, 1), 4u * 2048);
    // Shards of three dimensions, more than there are cores: the third shard is with the first.
    const TensorSpec three = tensor(Shape({3, 64, 64}), nd(Shape({1, 64, 64}), grid(2, 1)));
    const auto turn = three.compute_buffer_sharding_args().buffer_distribution_spec();
    EXPECT_EQ(turn->compute_page_mapping().core_host_page_indices[0],
              (std::vector<std::uint32_t>{0, 1, 2, 3, 8, 9, 10, 11}));
    EXPECT_EQ(three.compute_consumed_memory_bytes_per_bank(2048, 1), 8u * 2048);
    EXPECT_THAT(thrown([] {
                    tensor(Shape({32, 32}), MemoryConfig(HEIGHT_SHARDED, BufferType::L1))
                        .compute_buffer_sharding_args();
                }),
                HasSubstr("must have Shard Spec specified for sharded memory layout"));
}

}  // namespace shard_forms_test
