// Work splitting: the counts, the groups and their order.
#include <gtest/gtest.h>

#include <tt-metalium/work_split.hpp>

namespace tt::tt_metal {
namespace {

TEST(NumCores, RectanglesInTheOrderOfTheGrid) {
    EXPECT_EQ(num_cores_to_corerangeset(11, {4, 5}).str(),
              "{[(x=0,y=0) - (x=1,y=4)], [(x=2,y=0) - (x=2,y=0)]}");
    EXPECT_EQ(num_cores_to_corerangeset(9, {4, 5}, true).str(),
              "{[(x=0,y=0) - (x=3,y=1)], [(x=0,y=2) - (x=0,y=2)]}");
    EXPECT_EQ(num_cores_to_corerangeset({1, 3}, 9, {4, 5}).str(),
              "{[(x=1,y=3) - (x=1,y=4)], [(x=2,y=0) - (x=2,y=4)], [(x=3,y=0) - (x=3,y=1)]}");
    EXPECT_THROW(num_cores_to_corerangeset(21, {4, 5}), std::runtime_error);
    EXPECT_THROW(num_cores_to_corerangeset({4, 0}, 1, {4, 5}), std::runtime_error);
    for (std::uint32_t n = 1; n <= 20; n++)
        for (const bool row_wise : {false, true}) {
            const auto set = num_cores_to_corerangeset(n, {4, 5}, row_wise);
            ASSERT_EQ(set.num_cores(), n);
            for (const CoreCoord& core : grid_to_cores(n, 4, 5, row_wise))
                ASSERT_TRUE(set.contains(core));
        }
}

void check_split(const WorkSplit& split, std::uint32_t units, std::uint32_t available) {
    const auto& [cores, all, more, less, units_more, units_less] = split;
    ASSERT_EQ(cores, std::min(units, available));
    ASSERT_EQ(all.num_cores(), cores);
    ASSERT_EQ(more.num_cores() + less.num_cores(), cores);
    ASSERT_EQ(more.num_cores() * units_more + less.num_cores() * units_less, units);
    ASSERT_FALSE(more.intersects(less));
    ASSERT_TRUE(all.contains(more) && all.contains(less));
    ASSERT_EQ(units_more, less.empty() ? units / cores : units_less + 1);
}

TEST(SplitWork, EverythingIsGivenOutOnce) {
    const std::vector<CoreRange> parts{{{0, 0}, {2, 1}}, {{4, 0}, {4, 3}}, {{0, 4}, {1, 4}}};
    for (std::uint32_t units = 1; units < 100; units++)
        for (const bool row_wise : {false, true}) {
            check_split(split_work_to_cores(CoreCoord(4, 5), units, row_wise), units, 20);
            check_split(split_work_to_cores(CoreRangeSet(parts), units, row_wise), units, 12);
        }
    EXPECT_EQ(std::get<0>(split_work_to_cores(CoreCoord(4, 5), 0)), 0u);
}

TEST(SplitWork, GroupsFollowEachOther) {
    const auto [cores, all, more, less, units_more, units_less] =
        split_work_to_cores(CoreCoord(8, 8), 100);
    EXPECT_EQ(more.str(), "{[(x=0,y=0) - (x=3,y=7)], [(x=4,y=0) - (x=4,y=3)]}");
    EXPECT_EQ(less.str(), "{[(x=4,y=4) - (x=4,y=7)], [(x=5,y=0) - (x=7,y=7)]}");
    EXPECT_EQ(units_more, 2u);
    const auto even = split_work_to_cores(CoreCoord(8, 8), 640);
    EXPECT_EQ(std::get<2>(even).str(), "{[(x=0,y=0) - (x=7,y=7)]}");
    EXPECT_TRUE(std::get<3>(even).empty());
}

TEST(WorkHelpers, Divisors) {
    EXPECT_EQ(find_max_divisor(35, 8), 1);  // 5 and 7 do not count
    EXPECT_EQ(find_max_divisor(36, 8), 6);
    EXPECT_EQ(find_max_block_size(35), 7);
    EXPECT_EQ(merge_num_sticks_to_read(12, 100, 450), 3u);
    EXPECT_EQ(get_max_cores_divisible_by_tiles_per_core_tiles(45, 20),
              (std::tuple<std::uint32_t, std::uint32_t>{15, 3}));
    EXPECT_EQ(get_max_cores_divisible_by_tiles_per_core_tiles(45, 20, true),
              (std::tuple<std::uint32_t, std::uint32_t>{14, 4}));
    const auto [share, cores] = split_work_to_cores_even_multiples({2, 1}, 12, 4);
    EXPECT_EQ(share, (std::vector<std::uint32_t>{8, 4}));
    EXPECT_EQ(cores.num_cores(), 2u);
}

}  // namespace
}  // namespace tt::tt_metal
