// The earliest tile is always known.
#include "noc/agenda.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ironbird::noc {
namespace {

TEST(Agenda, is_empty_at_first) {
    Agenda agenda;
    agenda.resize(100);
    EXPECT_EQ(agenda.earliest(), sim::kNever);
    agenda.for_each([](NodeId, std::uint64_t) { FAIL(); });
}

TEST(Agenda, adding_never_postpones) {
    Agenda agenda;
    agenda.resize(100);
    agenda.set(70, 50);
    agenda.add(70, 60);
    EXPECT_EQ(agenda.earliest(), 50u);
    agenda.add(70, 40);
    EXPECT_EQ(agenda.earliest(), 40u);
}

TEST(Agenda, follows_a_plain_list) {
    constexpr std::uint32_t kTiles = 150;
    Agenda agenda;
    constexpr std::uint32_t kControllers = 20;
    agenda.resize(kTiles - kControllers, kControllers);
    std::vector<std::uint64_t> plain(kTiles, sim::kNever);
    std::mt19937 random(5);
    for (int i = 0; i < 20000; i++) {
        const auto tile = static_cast<NodeId>(random() % kTiles);
        const std::uint64_t time = random() % 4 == 0 ? sim::kNever : random() % 1000;
        agenda.set(tile, time);
        plain[tile] = time;
        if (i % 3 != 0) continue;
        const auto dram = plain.end() - kControllers;
        ASSERT_EQ(agenda.earliest_dram(), *std::min_element(dram, plain.end()));
        ASSERT_EQ(agenda.earliest_core(), *std::min_element(plain.begin(), dram));
        ASSERT_EQ(agenda.earliest(), *std::min_element(plain.begin(), plain.end()));
        std::size_t busy = 0;
        agenda.for_each([&](NodeId t, std::uint64_t when) {
            busy++;
            ASSERT_EQ(when, plain[t]);
        });
        ASSERT_EQ(busy, kTiles - static_cast<std::size_t>(
                                     std::count(plain.begin(), plain.end(), sim::kNever)));
    }
}

}  // namespace
}  // namespace ironbird::noc
