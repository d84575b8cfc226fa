// The earliest node is always known.
#include "noc/agenda.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ironbird::noc {
namespace {

TEST(Agenda, is_empty_at_first) {
    Agenda agenda;
    agenda.resize(100);
    EXPECT_EQ(agenda.earliest(), kNever);
    agenda.for_each([](NodeId, Cycles) { FAIL(); });
}

TEST(Agenda, adding_never_postpones) {
    Agenda agenda;
    agenda.resize(100);
    agenda.set(NodeId{70}, Cycles{50});
    agenda.add(NodeId{70}, Cycles{60});
    EXPECT_EQ(agenda.earliest(), Cycles{50});
    agenda.add(NodeId{70}, Cycles{40});
    EXPECT_EQ(agenda.earliest(), Cycles{40});
}

TEST(Agenda, follows_a_plain_list) {
    constexpr std::uint32_t kNodes = 150;
    Agenda agenda;
    constexpr std::uint32_t kControllers = 20;
    agenda.resize(kNodes - kControllers, kControllers);
    std::vector<Cycles> plain(kNodes, kNever);
    std::mt19937 random(5);
    for (int i = 0; i < 20000; i++) {
        const auto node = NodeId(random() % kNodes);
        const Cycles time = random() % 4 == 0 ? kNever : Cycles{random() % 1000};
        agenda.set(node, time);
        plain[node] = time;
        if (i % 3 != 0) continue;
        const auto dram = plain.end() - kControllers;
        ASSERT_EQ(agenda.earliest_dram(), *std::min_element(dram, plain.end()));
        ASSERT_EQ(agenda.earliest_core(), *std::min_element(plain.begin(), dram));
        ASSERT_EQ(agenda.earliest(), *std::min_element(plain.begin(), plain.end()));
        std::size_t busy = 0;
        agenda.for_each([&](NodeId t, Cycles when) {
            busy++;
            ASSERT_EQ(when, plain[t]);
        });
        ASSERT_EQ(busy, kNodes - static_cast<std::size_t>(
                                     std::count(plain.begin(), plain.end(), kNever)));
    }
}

}  // namespace
}  // namespace ironbird::noc
