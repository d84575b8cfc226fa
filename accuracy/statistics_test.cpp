// Figures of merit on numbers that can be checked by hand.
#include "statistics.hpp"

#include <gtest/gtest.h>

namespace ironbird::accuracy {
namespace {

TEST(Statistics, QuantilesAreValuesOfTheList) {
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(quantile({5, 1, 4, 2, 3, 6, 7, 8, 9, 10, 11}, 0.9), 10);
    EXPECT_EQ(quantile({5, 1, 4}, 1), 5);
}

TEST(Statistics, RankCorrelationSeesOrderAlone) {
    EXPECT_DOUBLE_EQ(rank_correlation({{1, 10}, {2, 100}, {3, 1000}}), 1);
    EXPECT_DOUBLE_EQ(rank_correlation({{1, 3}, {2, 2}, {3, 1}}), -1);
    EXPECT_DOUBLE_EQ(rank_correlation({{1, 1}, {2, 3}, {3, 2}}), 0.5);
    EXPECT_DOUBLE_EQ(rank_correlation({{7, 1}}), 1);
}

TEST(Statistics, PairsCountWhenTheyDifferClearly) {
    const Order order = order_of({{100, 1}, {105, 9}, {200, 5}});
    EXPECT_EQ(order.pairs, 2u);  // 100 and 105 are too close
    EXPECT_EQ(order.right, 1u);  // 105 was thought dearer than 200
    EXPECT_DOUBLE_EQ(order.share(), 0.5);
    EXPECT_DOUBLE_EQ(order_of({}).share(), 1);
}

// A row must never change sides: parameters were fitted to one of them.
TEST(Statistics, WholeSweepsAreHeldOut) {
    EXPECT_FALSE(
        held_out("wormhole_b0 l1 unicast row_to_row stateful=no loopback=no initiators=8"));
    EXPECT_TRUE(held_out("blackhole l1 multicast one_to_row stateful=no loopback=no initiators=1"));
}

}  // namespace
}  // namespace ironbird::accuracy
