// Core ranges and sets against plain sets of coordinates.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <tt-metalium/core_coord.hpp>
#include <unordered_set>

namespace tt::tt_metal {
namespace {

using Cores = std::set<CoreCoord>;

Cores cores_of(const CoreRangeSet& set) {
    Cores all;
    for (const CoreRange& range : set.ranges())
        for (const CoreCoord core : range)
            EXPECT_TRUE(all.insert(core).second) << "twice: " << core;
    return all;
}

class Random {
 public:
    explicit Random(unsigned seed) : engine_(seed) {}
    CoreRange range() {
        const std::size_t x = engine_() % 7, y = engine_() % 7;
        return {{x, y}, {x + engine_() % 3, y + engine_() % 3}};
    }
    CoreRangeSet set() {
        std::vector<CoreRange> ranges;
        for (int i = 0; i < 5; i++) {
            const CoreRange next = range();
            if (std::ranges::none_of(ranges,
                                     [&](const CoreRange& r) { return r.intersects(next); }))
                ranges.push_back(next);
        }
        return CoreRangeSet(std::move(ranges));
    }

 private:
    std::mt19937 engine_;
};

TEST(CoreRangeSet, SetOperationsAreThoseOfSets) {
    Random random(11);
    for (int i = 0; i < 300; i++) {
        const CoreRangeSet a = random.set(), b = random.set();
        const Cores in_a = cores_of(a), in_b = cores_of(b);
        Cores both, either, only_a;
        std::ranges::set_intersection(in_a, in_b, std::inserter(both, both.end()),
                                      std::less<CoreCoord>());
        std::ranges::set_union(in_a, in_b, std::inserter(either, either.end()),
                               std::less<CoreCoord>());
        std::ranges::set_difference(in_a, in_b, std::inserter(only_a, only_a.end()),
                                    std::less<CoreCoord>());
        ASSERT_EQ(cores_of(a.intersection(b)), both);
        ASSERT_EQ(cores_of(a.merge(b)), either);
        ASSERT_EQ(cores_of(a.merge(b.ranges())), either);
        ASSERT_EQ(cores_of(a.subtract(b)), only_a);
        ASSERT_EQ(a.intersects(b), !both.empty());
        ASSERT_EQ(a.contains(b), both == in_b);
        ASSERT_TRUE(a.merge(b).contains(a));
        ASSERT_EQ(a.num_cores(), in_a.size());
        ASSERT_EQ(cores_of(a.merge_ranges()), in_a);
    }
}

TEST(CoreRangeSet, MergeStacksRowsOfOneExtent) {
    const std::vector<CoreRange> l{CoreRange({0, 0}, {3, 0}), CoreRange({0, 1}, {3, 2}),
                                   CoreRange({0, 3}, {1, 3})};
    EXPECT_EQ(CoreRangeSet(l).merge_ranges().str(),
              "{[(x=0,y=0) - (x=3,y=2)], [(x=0,y=3) - (x=1,y=3)]}");
    const std::vector<CoreCoord> points{{1, 1}, {0, 1}, {0, 0}, {1, 0}};
    EXPECT_EQ(CoreRangeSet(points), CoreRangeSet(CoreRange({0, 0}, {1, 1})));
}

TEST(CoreRange, NeighboursAndMerging) {
    const CoreRange a({1, 1}, {2, 3});
    EXPECT_TRUE(a.adjacent({{3, 1}, {4, 3}}));
    EXPECT_FALSE(a.adjacent({{3, 4}, {4, 4}}));
    EXPECT_EQ(a.merge({{3, 1}, {4, 3}}), CoreRange({1, 1}, {4, 3}));
    EXPECT_EQ(a.merge({{3, 1}, {4, 2}}), std::nullopt);
    EXPECT_EQ(a.merge({{5, 1}, {6, 3}}), std::nullopt);
    EXPECT_EQ(a.grid_size(), CoreCoord(2, 3));
    std::vector<CoreCoord> walk(0);
    for (const CoreCoord core : a) walk.push_back(core);
    EXPECT_EQ(walk, (std::vector<CoreCoord>{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 3}, {2, 3}}));
    EXPECT_THROW(CoreRange({1, 1}, {0, 1}), std::runtime_error);
}

TEST(CoreRangeSet, RefusesOverlapAndEmptyBox) {
    const std::vector<CoreRange> overlapping{{{0, 0}, {2, 2}}, {{2, 2}, {3, 3}}};
    EXPECT_THROW(CoreRangeSet{overlapping}, std::runtime_error);
    EXPECT_THROW(CoreRangeSet().bounding_box(), std::runtime_error);
    const std::vector<CoreRange> apart{{{4, 0}, {5, 1}}, {{0, 3}, {1, 3}}};
    EXPECT_EQ(CoreRangeSet(apart).bounding_box(), CoreRange({0, 0}, {5, 3}));
}

TEST(CoreLists, OrdersOfCores) {
    using V = std::vector<CoreCoord>;
    EXPECT_EQ(grid_to_cores(3, 2, 2), (V{{0, 0}, {0, 1}, {1, 0}}));
    EXPECT_EQ(grid_to_cores(3, 2, 2, true), (V{{0, 0}, {1, 0}, {0, 1}}));
    EXPECT_EQ(grid_to_cores({1, 1}, {2, 2}, true), (V{{1, 1}, {2, 1}, {1, 2}, {2, 2}}));
    const std::vector<CoreRange> l{{{0, 0}, {1, 1}}, {{3, 0}, {3, 1}}};
    EXPECT_EQ(corerange_to_cores(CoreRangeSet(l), 5, true),
              (V{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 0}}));
    EXPECT_EQ(select_from_corerangeset(CoreRangeSet(l), 3, 4).num_cores(), 2u);
    EXPECT_EQ(select_contiguous_range_from_corerangeset(CoreRangeSet(l), 1, 1),
              CoreRange({0, 0}, {1, 1}));
    const V with_noop = grid_to_cores_with_noop(0, 0, 2, 2);
    EXPECT_EQ(with_noop.front(), CoreCoord(0, 0));
    EXPECT_EQ(Cores(with_noop.begin(), with_noop.end()).size(), 4u);
}

TEST(CoreText, FormatStreamHashJson) {
    const CoreRangeSet set(CoreRange({1, 2}, {3, 4}));
    EXPECT_EQ(fmt::format("{} {} {}", CoreCoord(1, 2), set.ranges()[0], set),
              "(x=1,y=2) [(x=1,y=2) - (x=3,y=4)] {[(x=1,y=2) - (x=3,y=4)]}");
    std::ostringstream out;
    out << CoreCoord(1, 2) << set;
    EXPECT_EQ(out.str(), "(x=1,y=2){[(x=1,y=2) - (x=3,y=4)]}");
    std::unordered_set<CoreRangeSet> table{set};
    EXPECT_TRUE(table.contains(set));
    const auto json = ttsl::json::to_json_t<CoreRangeSet>{}(set);
    EXPECT_EQ(json.dump(), R"([{"end":{"x":3,"y":4},"start":{"x":1,"y":2}}])");
    EXPECT_EQ(ttsl::json::from_json_t<CoreRangeSet>{}(json), set);
}

}  // namespace
}  // namespace tt::tt_metal
