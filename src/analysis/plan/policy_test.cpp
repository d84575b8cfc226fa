// Depths of every policy for every size up to 128 tiles.
#include "analysis/plan/policy.hpp"

#include <gmock/gmock.h>

namespace ironbird::analysis {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kRoom = 1264 * 1024;

Depths depths(std::string_view policy, std::uint32_t a, std::uint32_t b) {
    const Workload work{.a_tiles = a, .b_tiles = b};
    return lay_out(*find_policy(policy), work, Settings{}, kRoom).depths;
}

// As many A tiles as B tiles; the sizes from `first` to `last` have these depths, where kSame is
// the size itself, kSame + 1 one more, and so on.
constexpr std::uint32_t kSame = 1000;
struct Row {
    const char* policy;
    std::uint32_t first, last;
    Depths expected;
};

constexpr Row kRows[] = {
    {"fixed", 1, 128, {4, 4, 4, 4}},
    {"streaming", 1, 128, {2, 2, 2, 2}},
    {"adaptive", 1, 4, {kSame + 2, kSame, 2, 2}},
    {"adaptive", 5, 5, {6, 5, 2, 2}},
    {"adaptive", 6, 16, {6, 6, 2, 2}},
    {"adaptive", 17, 128, {2, 2, 2, 2}},
    {"budget", 1, 3, {kSame + 2, kSame, 2, 2}},
    {"budget", 4, 16, {4, 4, 2, 2}},
    {"budget", 17, 128, {2, 2, 2, 2}},
    {"readme", 1, 5, {kSame + 1, kSame, 2, 2}},
    {"readme", 6, 8, {6, kSame, 2, 2}},
    {"readme", 9, 15, {6, 8, 2, 2}},
    {"readme", 16, 16, {6, 6, 2, 2}},
    {"readme", 17, 128, {6, 8, 2, 2}},
};

TEST(Policy, TableOfAllSizes) {
    std::map<std::string, std::uint32_t> sizes;
    for (const Row& row : kRows)
        for (std::uint32_t n = row.first; n <= row.last; n++) {
            Depths expected = row.expected;
            for (std::uint32_t& d : expected)
                if (d >= kSame) d = d - kSame + n;
            EXPECT_EQ(depths(row.policy, n, n), expected) << row.policy << ' ' << n;
            sizes[row.policy]++;
        }
    for (const auto& [policy, count] : sizes) EXPECT_EQ(count, 128u) << policy;
}

TEST(Policy, EitherInputMakesAdaptiveStream) {
    EXPECT_THAT(depths("adaptive", 17, 1), ElementsAre(2, 2, 2, 2));
    EXPECT_THAT(depths("adaptive", 1, 17), ElementsAre(2, 2, 2, 2));
    EXPECT_THAT(depths("adaptive", 16, 1), ElementsAre(6, 1, 2, 2));
}

TEST(Policy, BytesOfTheWorkedExamples) {
    struct Worked {
        const char* policy;
        std::uint32_t tiles, kib;
    };
    for (const Worked& w :
         {Worked{"fixed", 16, 64}, Worked{"adaptive", 16, 64}, Worked{"budget", 16, 48},
          Worked{"budget", 32, 32}, Worked{"budget", 2, 40}, Worked{"readme", 8, 72}})
        EXPECT_EQ(total(depths(w.policy, w.tiles, w.tiles)) * 4, w.kib) << w.policy << w.tiles;
}

TEST(Policy, SeveralCoresShareTheTiles) {
    const Workload work{.a_tiles = 32, .b_tiles = 4, .cores = 8};
    const Layout layout = lay_out(*find_policy("multicore"), work, Settings{}, kRoom);
    EXPECT_THAT(layout.depths, ElementsAre(5, 4, 2, 2));
    EXPECT_EQ(total(layout.depths) * work.tile_bytes, 52u * 1024);
}

TEST(Policy, WhatIsOverBudgetFallsBackToStreaming) {
    Settings tight;
    tight.budget_kib = 20;
    const Workload work{.a_tiles = 16, .b_tiles = 16};
    const Layout budget = lay_out(*find_policy("budget"), work, tight, kRoom);
    EXPECT_TRUE(budget.fell_back);
    EXPECT_THAT(budget.depths, ElementsAre(2, 2, 2, 2));

    const Layout fixed = lay_out(*find_policy("fixed"), work, Settings{}, 64 * 1024 - 1);
    EXPECT_TRUE(fixed.fell_back);
    EXPECT_THAT(fixed.depths, ElementsAre(2, 2, 2, 2));
    EXPECT_FALSE(lay_out(*find_policy("fixed"), work, Settings{}, 64 * 1024).fell_back);
}

TEST(Policy, UnknownNamesAreNotFound) {
    EXPECT_EQ(find_policy("greedy"), nullptr);
}

}  // namespace
}  // namespace ironbird::analysis
