// Shards of N-dimensional tensors: merged dimensions and the cores that get them.
#include <gtest/gtest.h>

#include <tt-metalium/buffer_distribution_spec.hpp>

namespace tt::tt_metal {
namespace {

constexpr uint32_t kPad = UncompressedBufferPageMapping::PADDING;
using Rows = std::vector<uint32_t>;

std::vector<CoreCoord> cores(uint32_t n) {
    std::vector<CoreCoord> list;
    for (uint32_t i = 0; i < n; i++) list.emplace_back(i, 0);
    return list;
}

TEST(SqueezeRanks, MergesDimensionsThatShardsTakeWhole) {
    const auto [tensor, shard] = detail::squeeze_shape_ranks(Shape({4, 6, 8}), Shape({2, 6, 8}));
    EXPECT_EQ(tensor, Shape({4 * 6 * 8}));
    EXPECT_EQ(shard, Shape({2 * 6 * 8}));
}

TEST(SqueezeRanks, KeepsADimensionThatIsCut) {
    const auto [tensor, shard] = detail::squeeze_shape_ranks(Shape({4, 6}), Shape({2, 4}));
    EXPECT_EQ(tensor, Shape({4, 6}));
    EXPECT_EQ(shard, Shape({2, 4}));
}

TEST(SqueezeRanks, OuterDimensionsJoinTheOutermostOfTheShard) {
    const auto [tensor, shard] = detail::squeeze_shape_ranks(Shape({2, 3, 4, 6}), Shape({2, 4}));
    EXPECT_EQ(tensor, Shape({24, 6}));
    EXPECT_EQ(shard, Shape({2, 4}));
}

TEST(PageMapping, DealsShardsOutInTurnAndPadsTheEdges) {
    const auto m = detail::compute_page_mapping(Shape({3, 3}), Shape({2, 2}), cores(3));
    ASSERT_EQ(m.core_host_page_indices.size(), 3u);
    EXPECT_EQ(m.core_host_page_indices[0], (Rows{0, 1, 3, 4, 8, kPad, kPad, kPad}));
    EXPECT_EQ(m.core_host_page_indices[1], (Rows{2, kPad, 5, kPad, kPad, kPad, kPad, kPad}));
    EXPECT_EQ(m.core_host_page_indices[2], (Rows{6, 7, kPad, kPad, kPad, kPad, kPad, kPad}));
}

TEST(PageMapping, EqualRunsKeepNeighboursTogether) {
    const auto m = detail::compute_page_mapping(Shape({4}), Shape({1}), cores(2),
                                                ShardDistributionStrategy::CONTIGUOUS_1D);
    EXPECT_EQ(m.core_host_page_indices[0], (Rows{0, 1}));
    EXPECT_EQ(m.core_host_page_indices[1], (Rows{2, 3}));
    EXPECT_ANY_THROW(detail::compute_page_mapping(Shape({5}), Shape({1}), cores(2),
                                                  ShardDistributionStrategy::CONTIGUOUS_1D));
}

TEST(DistributionSpec, GroupsCoresByTheirNumberOfShards) {
    const BufferDistributionSpec spec(Shape({5, 1}), Shape({1, 1}),
                                      CoreRangeSet(CoreRange({0, 0}, {1, 0})),
                                      ShardOrientation::ROW_MAJOR);
    EXPECT_EQ(spec.num_shards(), 5u);
    EXPECT_EQ(spec.max_num_shards_per_core(), 3u);
    EXPECT_EQ(spec.core_groups().cores_in_group_1.num_cores(), 1u);
    EXPECT_EQ(spec.core_groups().num_shards_per_core_in_group_1, 3u);
    EXPECT_EQ(spec.core_groups().num_shards_per_core_in_group_2, 2u);
}

TEST(DistributionSpec, GridTakesOnlyTheCoresThatItNeeds) {
    const BufferDistributionSpec spec(
        Shape({4, 6}), Shape({2, 2}), CoreRangeSet(CoreRange({1, 1}, {5, 5})),
        ShardOrientation::ROW_MAJOR, ShardDistributionStrategy::GRID_2D);
    EXPECT_EQ(spec.num_cores(), 6u);
    EXPECT_EQ(spec.cores().front(), CoreCoord(1, 1));
    EXPECT_EQ(spec.cores().back(), CoreCoord(3, 2));
}

TEST(BufferPageMapping, PacksRunsAndFiltersByHostPage) {
    UncompressedBufferPageMapping pages;
    pages.all_cores = cores(1);
    pages.core_host_page_indices = {{4, 5, kPad, 9}};
    const BufferPageMapping m(pages);
    ASSERT_EQ(m.core_page_mappings[0].size(), 1u);
    EXPECT_EQ(m.core_page_mappings[0][0].host_ranges.size(), 2u);
    const auto part = m.filter_by_host_range(5, 10);
    ASSERT_EQ(part.core_page_mappings[0].size(), 2u);
    EXPECT_EQ(part.core_page_mappings[0][0].device_start_page, 1u);
    EXPECT_EQ(part.core_page_mappings[0][1].host_ranges[0].host_page_start, 9u);
}

}  // namespace
}  // namespace tt::tt_metal
