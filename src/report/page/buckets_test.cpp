// All rows share their times, and their sums are those of the counters.
#include "report/page/buckets.hpp"

#include <gtest/gtest.h>

namespace ironbird::report {
namespace {

std::uint64_t sum(const Buckets::Row& row) {
    std::uint64_t all = 0;
    for (const auto& [at, bytes] : row) all += bytes;
    return all;
}

TEST(Buckets, BringsRowsToTheSameTimes) {
    noc::Usage usage;
    usage.links.resize(2);
    usage.banks.resize(1);
    usage.links[0].over.add(Cycles{0}, Cycles{1}, 10);
    usage.links[1].over.add(Cycles{64}, Cycles{1}, 20);
    for (std::uint64_t i = 0; i < 1000; i++) usage.banks[0].over.add(Cycles{i * 64}, Cycles{64}, 3);
    const Buckets b = buckets_of(usage);
    EXPECT_EQ(b.width, 256u);
    EXPECT_LE(b.indices.size(), Buckets::kMost);
    EXPECT_EQ(b.links[0], (Buckets::Row{{0, 10}}));
    EXPECT_EQ(b.links[1], (Buckets::Row{{0, 20}}));
    EXPECT_EQ(sum(b.banks[0]), 3000u);
}

TEST(Buckets, BoundsTimesThatNoTwoRowsShare) {
    noc::Usage usage;
    usage.links.resize(10);
    for (std::uint64_t i = 0; i < 2000; i++)
        usage.links[i % 10].over.add(Cycles{i * 64}, Cycles{64}, 5);
    const Buckets b = buckets_of(usage);
    EXPECT_LE(b.indices.size(), Buckets::kMost);
    for (const auto& row : b.links) EXPECT_EQ(sum(row), 1000u);
}

TEST(Buckets, NothingMoved) {
    EXPECT_TRUE(buckets_of({}).indices.empty());
}

}  // namespace
}  // namespace ironbird::report
