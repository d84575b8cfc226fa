// Critical paths of two processors that wait for each other.
#include "profile/path.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace ironbird::profile {
namespace {

std::uint64_t of(const Chain& c, Step s) {
    return c.path().cycles[static_cast<std::size_t>(s)];
}
std::uint64_t sum(const Chain& c) {
    return std::accumulate(c.path().cycles.begin(), c.path().cycles.end(), std::uint64_t{0});
}

TEST(Chain, OwnWorkAndWaitsAddUp) {
    Chain reader;
    reader.begin(Step::move, 100, 150);
    reader.advance(200);
    reader.wait(Step::dram, 500);
    reader.advance(510);
    EXPECT_EQ(of(reader, Step::launch), 50u);
    EXPECT_EQ(of(reader, Step::move), 60u);
    EXPECT_EQ(of(reader, Step::dram), 300u);
    EXPECT_EQ(sum(reader), 410u);
}

TEST(Chain, CommandsAreNotOwnCode) {
    Chain reader;
    reader.begin(Step::move, 0, 0);
    reader.spend(Step::noc, 23, 100);
    reader.spend(Step::noc, 23, 110);  // told late: no more than has passed
    EXPECT_EQ(of(reader, Step::move), 77u);
    EXPECT_EQ(of(reader, Step::noc), 33u);
    reader.spend(Step::noc, 23, 90);
    EXPECT_EQ(sum(reader), 110u);
}

TEST(Chain, WaitForAnotherTakesItsPath) {
    Chain reader, math;
    reader.begin(Step::move, 0, 0);
    math.begin(Step::math, 0, 0);
    reader.wait(Step::dram, 400);
    reader.keep();
    math.advance(50);
    math.wait_for(reader, 410);  // pushed ten cycles after the data came
    EXPECT_EQ(of(math, Step::math), 0u);
    EXPECT_EQ(of(math, Step::dram), 400u);
    EXPECT_EQ(of(math, Step::move), 10u);
    EXPECT_EQ(sum(math), 410u);
}

TEST(Chain, WhoRunsBehindTakesThePast) {
    Chain reader, math;
    reader.begin(Step::move, 0, 0);
    math.begin(Step::math, 0, 0);
    for (std::uint64_t page = 1; page <= 4; page++) {
        reader.wait(Step::dram, page * 100);
        reader.keep();
    }
    math.wait_for(reader, 200);
    EXPECT_EQ(of(math, Step::dram), 200u);
    EXPECT_EQ(sum(math), 200u);
}

TEST(Chain, ASignalBringsTheWayOfItsSender) {
    Chain sender, receiver;
    sender.begin(Step::move, 0, 10);
    receiver.begin(Step::move, 0, 20);
    sender.wait(Step::dram, 500);
    sender.advance(520);
    receiver.advance(30);
    receiver.wait_for(sender.path(), 520, 600, 607);
    EXPECT_EQ(of(receiver, Step::launch), 10u);
    EXPECT_EQ(of(receiver, Step::dram), 490u);
    EXPECT_EQ(of(receiver, Step::move), 20u);
    EXPECT_EQ(of(receiver, Step::noc), 80u);
    EXPECT_EQ(of(receiver, Step::semaphore), 7u);
    EXPECT_EQ(sum(receiver), 607u);
}

TEST(Chain, NothingKnownOfTheOther) {
    Chain reader, math;
    reader.begin(Step::move, 0, 0);
    math.begin(Step::math, 0, 0);
    math.wait_for(reader, 70);
    EXPECT_EQ(of(math, Step::other), 70u);
}

}  // namespace
}  // namespace ironbird::profile
