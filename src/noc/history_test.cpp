// Nothing is lost when cells become wider.
#include "noc/history.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace ironbird::noc {
namespace {

std::uint64_t sum(const History& h) {
    return std::accumulate(h.cells().begin(), h.cells().end(), std::uint64_t{0},
                           [](std::uint64_t s, const History::Cell& c) { return s + c.bytes; });
}

TEST(History, SpreadsAPacketOverItsCells) {
    History h;
    h.add(Cycles{32}, Cycles{96}, 300);  // a third in the first cell, the rest in the second
    ASSERT_EQ(h.cells().size(), 2u);
    EXPECT_EQ(h.cells()[0], (History::Cell{0, 100}));
    EXPECT_EQ(h.cells()[1], (History::Cell{1, 200}));
}

TEST(History, TakesLatecomers) {
    History h;
    h.add(Cycles{6400}, Cycles{1}, 5);
    h.add(Cycles{64}, Cycles{1}, 7);
    h.add(Cycles{6400}, Cycles{1}, 1);
    ASSERT_EQ(h.cells().size(), 2u);
    EXPECT_EQ(h.cells()[0], (History::Cell{1, 7}));
    EXPECT_EQ(h.cells()[1], (History::Cell{100, 6}));
}

TEST(History, StaysBoundedAndLosesNothing) {
    History h;
    std::uint64_t all = 0;
    for (std::uint64_t i = 0; i < 100'000; i++) {
        h.add(Cycles{i * 97}, Cycles{40}, i % 251);
        all += i % 251;
    }
    EXPECT_LE(h.cells().size(), History::kMost);
    EXPECT_GT(h.shift(), History::kFinest);
    EXPECT_EQ(sum(h), all);
}

TEST(History, APauseCostsNothing) {
    History h;
    h.add(Cycles{0}, Cycles{1}, 1);
    h.add(Cycles{std::uint64_t{1} << 40}, Cycles{1}, 1);
    EXPECT_EQ(h.shift(), History::kFinest);
    EXPECT_EQ(h.cells().size(), 2u);
}

}  // namespace
}  // namespace ironbird::noc
