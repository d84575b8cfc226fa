// Clusters: their wiring against what is published of them.
#include "arch/cluster.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

std::set<std::pair<int, int>> pairs(const Cluster& c) {
    std::set<std::pair<int, int>> all;
    for (const Link& l : c.links()) all.insert(std::minmax<int>(l.a.device, l.b.device));
    return all;
}

TEST(Cluster, LinksAndPairsAreThePublishedOnes) {
    struct Row {
        const char* name;
        std::size_t links, pairs;
    };
    // Galaxy: 52 pairs without the cables that close it, and 8 + 4 of those.
    for (const auto& [name, links, neighbours] :
         {Row{"n300", 2, 1}, Row{"t3000", 20, 10}, Row{"galaxy", 256, 64}, Row{"p150x2", 4, 1},
          Row{"p150x4", 16, 4}, Row{"p150x8", 24, 12}, Row{"p300", 2, 1}, Row{"p300x2", 8, 4},
          Row{"bh_galaxy", 128, 64}}) {
        const Cluster c(selected_cluster(name));
        EXPECT_EQ(c.links().size(), links) << name;
        EXPECT_EQ(pairs(c).size(), neighbours) << name;
    }
}

TEST(Cluster, EveryPlanOfTheTableNamesAProductAndItsChannels) {
    for (const ClusterPlan& plan : clusters()) {
        const Product& product = selected(plan.product);
        const Cluster cluster(plan);
        for (const Link& l : cluster.links())
            for (const LinkEnd& end : {l.a, l.b})
                EXPECT_LT(end.channel, product.ethernet.links) << plan.name;
    }
}

TEST(Cluster, NeighboursSeeEachOther) {
    for (const ClusterPlan& plan : clusters()) {
        const Cluster c(plan);
        const auto devices = static_cast<std::uint16_t>(c.devices());
        for (std::uint16_t device = 0; device < devices; device++)
            for (const Direction side : kDirections) {
                const auto other = c.neighbour(device, side);
                if (!other) continue;
                EXPECT_EQ(c.neighbour(*other, opposite(side)), device) << plan.name;
                const auto here = c.channels(device, side);
                ASSERT_EQ(here.size(), plan.links) << plan.name << " device " << device;
                for (const std::uint8_t channel : here) {
                    const auto end = c.peer({device, channel});
                    ASSERT_TRUE(end);
                    EXPECT_EQ(end->device, *other);
                    EXPECT_EQ(c.peer(*end), (LinkEnd{device, channel}));
                }
            }
    }
}

// Upstream's golden mapping of the 2x4 mesh of a T3000.
TEST(Cluster, DevicesOfAT3000) {
    const Cluster c(selected_cluster("t3000"));
    EXPECT_EQ(c.device_at(0, 0), 4);
    EXPECT_EQ(c.device_at(1, 3), 7);
    EXPECT_EQ(c.neighbour(4, Direction::east), 0);
    EXPECT_EQ(c.neighbour(4, Direction::south), 5);
    EXPECT_EQ(c.neighbour(4, Direction::west), std::nullopt);
    EXPECT_EQ(c.channels(4, Direction::south), (std::vector<std::uint8_t>{6, 7}));
    EXPECT_FALSE(c.closed(true));
}

TEST(Cluster, AnyGridOfAProduct) {
    const Cluster c(grid_of(selected("n150"), 3, 5));
    EXPECT_EQ(c.devices(), 15u);
    EXPECT_EQ(pairs(c).size(), 3 * 4 + 2 * 5u);
    EXPECT_TRUE(Cluster(grid_of(selected("e150"), 2, 2)).links().empty());
    EXPECT_TRUE(Cluster(grid_of(selected("n150"), 1, 1)).links().empty());
}

TEST(Cluster, AChannelHasOneCable) {
    const Link twice[] = {{{0, 1}, {1, 1}}, {{0, 1}, {1, 2}}};
    EXPECT_THROW(Cluster({.name = "x", .product = "n150", .columns = 2, .wiring = twice}), Error);
    EXPECT_THROW(selected_cluster("t4000"), Error);
}

}  // namespace
}  // namespace ironbird::arch
