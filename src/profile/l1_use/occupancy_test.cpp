// Pages in use over time, told in order, out of order and beyond the last bin.
#include "profile/l1_use/occupancy.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace ironbird::profile {
namespace {

using testing::ElementsAre;

TEST(Occupancy, CountsCyclesBetweenMoves) {
    Occupancy o;
    o.begin(2, 100);
    o.push(110, 1);
    o.push(130, 1);
    o.pop(160, 2);
    o.end(200);
    EXPECT_THAT(o.histogram(), ElementsAre(10 + 40, 20, 30));
    EXPECT_EQ(o.most(), 2u);
    EXPECT_EQ(o.page_cycles(), 20u + 2 * 30u);
}

TEST(Occupancy, GivesTheSameForSidesThatRunApart) {
    Occupancy together, apart;
    for (Occupancy* o : {&together, &apart}) o->begin(4, 0);
    for (std::uint64_t i = 0; i < 4; i++) {
        together.push(10 * i + 5, 1);
        together.pop(10 * i + 8, 1);
    }
    for (std::uint64_t i = 0; i < 4; i++) apart.push(10 * i + 5, 1);
    for (std::uint64_t i = 0; i < 4; i++) apart.pop(10 * i + 8, 1);
    for (Occupancy* o : {&together, &apart}) o->end(50);
    EXPECT_THAT(apart.histogram(), ElementsAre(50 - 12, 12, 0, 0, 0));
    EXPECT_EQ(std::vector(apart.histogram().begin(), apart.histogram().end()),
              std::vector(together.histogram().begin(), together.histogram().end()));
    EXPECT_EQ(apart.most(), 1u);
}

TEST(Occupancy, PopThatMakesRoomComesBeforeThePushOfTheSameCycle) {
    Occupancy o;
    o.begin(1, 0);
    o.push(10, 1);
    o.push(20, 1);
    o.pop(20, 1);
    o.end(30);
    EXPECT_EQ(o.most(), 1u);
    EXPECT_THAT(o.histogram(), ElementsAre(10, 20));
}

TEST(Occupancy, PutsManyPagesIntoTheLastBin) {
    Occupancy o;
    o.begin(100, 0);
    o.push(0, 40);
    o.pop(7, 40);
    o.end(10);
    ASSERT_EQ(o.histogram().size(), Occupancy::kMost + 1);
    EXPECT_EQ(o.histogram().back(), 7u);
    EXPECT_EQ(o.most(), 40u);
}

TEST(Occupancy, BeginsAnew) {
    Occupancy o;
    o.begin(2, 0);
    o.push(5, 2);
    o.begin(1, 50);
    o.end(60);
    EXPECT_EQ(o.most(), 0u);
    EXPECT_THAT(o.histogram(), ElementsAre(10, 0));
}

}  // namespace
}  // namespace ironbird::profile
