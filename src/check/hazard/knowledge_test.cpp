// What processors come to know of each other, and that what was handed over stays as it was.
#include "check/hazard/knowledge.hpp"

#include <gtest/gtest.h>

namespace ironbird::check {
namespace {

constexpr std::uint32_t kTiles = 6;

Knowledge at(std::uint16_t node, std::uint32_t processor, std::uint32_t clock) {
    Knowledge k;
    k.node = node;
    k.own.clock[processor] = clock;
    return k;
}

TEST(Knowledge, IsLearntFromAnotherCoreWithAllThatItKnows) {
    Knowledge first = at(1, 0, 7), second = at(2, 1, 5), third = at(3, 0, 3);
    second.learn(first, 1, kTiles);
    third.learn(second, 0, kTiles);
    EXPECT_TRUE(third.sees(1, 0, 7));
    EXPECT_FALSE(third.sees(1, 0, 8));
    EXPECT_TRUE(third.sees(2, 1, 5));
    EXPECT_FALSE(first.sees(3, 0, 1));
}

TEST(Knowledge, ThatWasHandedOverDoesNotGrow) {
    Knowledge mine = at(0, 0, 1);
    mine.learn(at(1, 0, 4), 0, kTiles);
    const Knowledge handed = mine;
    mine.learn(at(2, 0, 9), 0, kTiles);
    mine.learn_left({6, 3, 1}, 1, 0, kTiles);
    mine.learn(at(4, 0, 2), 0, kTiles);
    EXPECT_TRUE(mine.sees(2, 0, 9) && mine.sees(4, 0, 2));
    EXPECT_EQ(mine.of(3)->left[1][1], 6u);
    EXPECT_TRUE(handed.sees(1, 0, 4));
    EXPECT_FALSE(handed.sees(2, 0, 1));
    EXPECT_EQ(handed.of(3)->left[1][1], 0u);
}

// Two processors of a core hand to and fro: who has the newer version gives it, whoever made it.
TEST(Knowledge, OfOneCoreIsJoinedByVersions) {
    Knowledge mover = at(0, 0, 1), reader = at(0, 2, 1);
    mover.learn(at(1, 0, 4), 0, kTiles);
    reader.learn(mover, 2, kTiles);
    mover.learn(at(2, 0, 5), 0, kTiles);
    mover.learn(at(3, 0, 6), 0, kTiles);
    reader.learn(mover, 2, kTiles);
    EXPECT_TRUE(reader.sees(2, 0, 5) && reader.sees(3, 0, 6));
    reader.learn(at(4, 0, 7), 2, kTiles);
    mover.learn(at(5, 0, 8), 0, kTiles);
    mover.learn(reader, 0, kTiles);
    for (std::uint32_t t = 1; t < kTiles; t++) EXPECT_TRUE(mover.sees(t, 0, 1)) << t;
    EXPECT_FALSE(reader.sees(5, 0, 1));
}

TEST(Knowledge, OfWhatHasLeftIsANewVersionToo) {
    Knowledge mover = at(0, 0, 1), reader = at(0, 2, 1);
    mover.learn(at(1, 0, 4), 0, kTiles);
    reader.learn(mover, 2, kTiles);
    reader.learn(at(2, 0, 5), 2, kTiles);  // goes on with a copy
    mover.learn_left({6, 1, 0}, 1, 0, kTiles);
    mover.learn(reader, 0, kTiles);
    EXPECT_TRUE(mover.sees(2, 0, 5));
    EXPECT_EQ(mover.of(1)->left[0][1], 6u);
}

// A core learns of itself what others were told.
TEST(Knowledge, ComesHome) {
    Knowledge mover = at(0, 0, 3), other = at(1, 0, 2), reader = at(0, 1, 1);
    other.learn(mover, 0, kTiles);
    reader.learn(other, 1, kTiles);
    EXPECT_TRUE(reader.sees(0, 0, 3));
}

}  // namespace
}  // namespace ironbird::check
