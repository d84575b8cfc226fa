// Exact while there is room, then true on the whole.
#include "report/page/strip.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ironbird::report {
namespace {

constexpr Doing kDram = waiting_for(profile::Cause::dram);

std::array<std::uint64_t, kDoings> sums_of(const Strip& strip) {
    std::array<std::uint64_t, kDoings> sums{};
    std::uint64_t at = 0;
    for (const Strip::Piece& p : strip.pieces()) {
        sums[static_cast<std::size_t>(p.doing)] += p.end - at;
        at = p.end;
    }
    return sums;
}

TEST(Strip, KeepsWhatItIsToldWithGaps) {
    Strip s(100);
    s.add(10, 20, Doing::busy);
    s.add(20, 25, kDram);
    s.add(25, 30, kDram);
    s.add(40, 41, Doing::busy);
    const std::vector<Strip::Piece> expected = {
        {10, Doing::idle}, {20, Doing::busy}, {30, kDram}, {40, Doing::idle}, {41, Doing::busy}};
    const Strip shown = s.shown(100);
    EXPECT_TRUE(std::ranges::equal(shown.pieces(), expected));
    EXPECT_EQ(shown.resolution(), 1u);
    EXPECT_EQ(s.sums()[static_cast<std::size_t>(kDram)], 10u);
}

TEST(Strip, NeverGoesBack) {
    Strip s(100);
    s.add(0, 50, Doing::busy);
    s.add(40, 60, kDram);
    const Strip shown = s.shown(100);
    EXPECT_EQ(shown.pieces()[0].end, 50u);
    EXPECT_EQ(shown.pieces()[1].end, 60u);
}

TEST(Strip, StaysBoundedAndKeepsShares) {
    Strip s(500);
    std::uint64_t at = 0;
    for (int i = 0; i < 300'000; i++) {  // two thirds of work, a third of waiting
        s.add(at, at + 20, Doing::busy);
        s.add(at + 20, at + 30, kDram);
        at += 30;
    }
    const Strip small = s.shown(500);
    EXPECT_LE(small.pieces().size(), 501u);
    EXPECT_GE(small.pieces().size(), 100u);
    EXPECT_EQ(small.pieces().back().end, at);
    EXPECT_EQ(s.sums()[static_cast<std::size_t>(Doing::busy)], at / 3 * 2);
    const auto sums = sums_of(small);
    const double busy = static_cast<double>(sums[static_cast<std::size_t>(Doing::busy)]);
    EXPECT_NEAR(busy / static_cast<double>(at), 2.0 / 3, 0.02);
}

TEST(Strip, LongPiecesStayExact) {
    Strip s(50);
    std::uint64_t at = 0;
    for (int i = 0; i < 2'000; i++, at += 2) {
        s.add(at, at + 1, Doing::busy);
        s.add(at + 1, at + 2, kDram);
    }
    s.add(at, at + 1'000'000, kDram);
    s.add(at + 1'000'000, at + 1'000'100, Doing::busy);
    const Strip shown = s.shown(50);
    EXPECT_GT(shown.resolution(), 1u);
    const auto pieces = shown.pieces();
    EXPECT_EQ(pieces[pieces.size() - 1].end, at + 1'000'100);
    EXPECT_EQ(pieces[pieces.size() - 2].end, at + 1'000'000);
    EXPECT_EQ(pieces[pieces.size() - 2].doing, kDram);
}

TEST(Strip, EveryDoingHasAName) {
    for (std::size_t i = 0; i < kDoings; i++)
        EXPECT_FALSE(row(static_cast<Doing>(i)).key.empty()) << i;
    EXPECT_EQ(row(kDram).key, "dram");
    EXPECT_EQ(row(kOpen).key, "open");
}

}  // namespace
}  // namespace ironbird::report
