// The allocator against scripted addresses and against a brute-force first fit.
#include "mem/allocator.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/fault.hpp"

namespace ironbird::mem {
namespace {

constexpr Addr kKib = 1024;

AllocatorConfig n150() {
    return {.dram_banks = 12,
            .dram_bank_bytes = 1024 * 1024 * kKib,
            .dram_base = 32,
            .dram_alignment = 32,
            .l1_banks = 64,
            .l1_bytes = 1464 * kKib,
            .l1_base = 100 * kKib,
            .l1_alignment = 16,
            .l1_small_bytes = 32 * kKib,
            .trace_bytes = 100 * kKib};
}

Request dram(Addr bytes, Addr page) {
    return {.kind = Kind::dram, .bytes = bytes, .page_bytes = page};
}
Request l1(Addr bytes, Addr page) {
    return {.kind = Kind::l1, .bytes = bytes, .page_bytes = page, .bottom_up = false};
}

TEST(Allocator, DramGrowsUpAndL1GrowsDown) {
    Allocator a(n150());
    EXPECT_EQ(a.allocate(dram(2048, 2048)), 32u);
    EXPECT_EQ(a.allocate(dram(13 * 2048, 2048)), 32u + 2048);  // two pages in bank 0
    EXPECT_EQ(a.allocate(dram(2048, 2048)), 32u + 3 * 2048);
    const Addr top = 1464 * kKib - 32 * kKib;
    EXPECT_EQ(a.allocate(l1(2048, 2048)), top - 2048);
    EXPECT_EQ(a.allocate(l1(65 * 2048, 2048)), top - 3 * 2048);
    EXPECT_EQ(a.lowest_occupied(Kind::l1), top - 3 * 2048);
    Request up = l1(64, 64);
    up.bottom_up = true;
    EXPECT_EQ(a.allocate(up), 100 * kKib);
    EXPECT_EQ(a.lowest_occupied(Kind::l1), 100 * kKib);
}

TEST(Allocator, PagesAreAlignedInTheirBankAndBlocksToDram) {
    Allocator a(n150());
    const Addr top = 1432 * kKib;
    EXPECT_EQ(a.allocate(l1(4 * 64, 4)), top - 32);  // one 16-byte page per bank, rounded to 32
    EXPECT_EQ(a.allocate(l1(0, 0)), top - 64);       // even nothing takes the least block
    EXPECT_EQ(bytes_per_bank(100 * 20, 20, 12, 32), 9u * 32);
}

TEST(Allocator, ReleasedNeighboursJoinAndTheFirstHoleIsTaken) {
    Allocator a(n150());
    std::vector<Addr> at;
    for (int i = 0; i < 5; i++) at.push_back(a.allocate(dram(4096, 4096)));
    a.release(Kind::dram, at[1]);
    a.release(Kind::dram, at[3]);
    EXPECT_EQ(a.allocate(dram(8192, 8192)), at[4] + 4096);  // neither hole is large enough
    a.release(Kind::dram, at[2]);
    EXPECT_EQ(a.allocate(dram(3 * 4096, 3 * 4096)), at[1]);
    a.release(Kind::dram, 12345);  // never allocated: nothing happens
    EXPECT_EQ(a.statistics(Kind::dram).allocated, (2 + 3 + 2) * 4096u);
}

TEST(Allocator, SmallAndTraceRegionsSitAtTheTops) {
    Allocator a(n150());
    const Request small{
        .kind = Kind::l1_small, .bytes = 64, .page_bytes = 64, .bottom_up = false, .shards = 1};
    EXPECT_EQ(a.allocate(small), 1464 * kKib - 64);
    EXPECT_EQ(a.bank_bytes(Kind::trace), 16 * kKib);  // 100 KiB over 12 banks, in pages of 8 KiB
    const Request trace{.kind = Kind::trace, .bytes = 1024, .page_bytes = 1024};
    EXPECT_EQ(a.allocate(trace), 1024 * 1024 * kKib - 16 * kKib);
    EXPECT_EQ(a.bank_bytes(Kind::dram), 1024 * 1024 * kKib - 16 * kKib - 32);
}

TEST(Allocator, OutOfMemorySaysSo) {
    Allocator a(n150());
    try {
        a.allocate(l1(64 * 1433 * kKib, 1433 * kKib));
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.fault(), Fault::out_of_memory);
        EXPECT_TRUE(e.summary().starts_with("Out of Memory: Not enough space to allocate"));
    }
    const Addr all = a.statistics(Kind::l1).free;
    EXPECT_EQ(a.allocate(l1(64 * all, all)), 100 * kKib);  // at equality it fits
    EXPECT_EQ(a.statistics(Kind::l1).free, 0u);
}

TEST(Allocator, ShardsOnlyTakeTheirCores) {
    Allocator a(n150());
    Request r = l1(4 * 1024, 1024);
    r.shards = 2;
    EXPECT_EQ(a.allocate(r), 1432 * kKib - 2048);
    r.shards = 65;
    EXPECT_THROW(a.allocate(r), Error);
    EXPECT_THROW(a.allocate({.kind = Kind::l1_small, .bytes = 64, .page_bytes = 64}), Error);
}

TEST(Allocator, SubDevicesTakeTheBottom) {
    Allocator a(n150());
    EXPECT_TRUE(a.shrink(Kind::l1, 4096));
    Request up = l1(64, 64);
    up.bottom_up = true;
    const Addr first = a.allocate(up);
    EXPECT_EQ(first, 100 * kKib + 4096);
    EXPECT_FALSE(a.shrink(Kind::l1, 4096));  // in use now
    a.restore(Kind::l1);
    EXPECT_EQ(a.allocate(up), 100 * kKib);
    a.release_all();
    EXPECT_EQ(a.statistics(Kind::l1).free, a.bank_bytes(Kind::l1));
}

// A map of single units: slow and obviously right.
class Units {
 public:
    explicit Units(std::size_t n) : used_(n, 0) {}
    std::optional<std::size_t> take(std::size_t n, bool up) {
        const std::size_t last = used_.size() - n;
        for (std::size_t i = 0; n <= used_.size() && i <= last; i++) {
            const std::size_t at = up ? i : last - i;
            if (std::all_of(used_.begin() + at, used_.begin() + at + n,
                            [](int u) { return u == 0; })) {
                std::fill_n(used_.begin() + at, n, 1);
                return at;
            }
        }
        return std::nullopt;
    }
    void give(std::size_t at, std::size_t n) { std::fill_n(used_.begin() + at, n, 0); }

 private:
    std::vector<int> used_;
};

// Top-down takes the end of the highest hole that fits, which is also the highest place that fits.
TEST(FreeList, AgreesWithTryingEveryAddress) {
    std::mt19937 random(7);
    FreeList list(3200, 200 * 32, 32);
    Units units(200);
    std::vector<std::pair<Addr, std::size_t>> live;
    for (int step = 0; step < 5000; step++) {
        if (random() % 2 == 0 && !live.empty()) {
            const std::size_t i = random() % live.size();
            list.release(live[i].first);
            units.give((live[i].first - 3200) / 32, live[i].second);
            live.erase(live.begin() + i);
            continue;
        }
        const std::size_t n = 1 + random() % 20;
        const bool up = random() % 2 == 0;
        const auto got = list.allocate(n * 32 - random() % 32, up);
        const auto want = units.take(n, up);
        ASSERT_EQ(got.has_value(), want.has_value());
        if (!got) continue;
        ASSERT_EQ(*got, 3200 + *want * 32);
        live.emplace_back(*got, n);
    }
}

TEST(L1BankOrder, IsAPermutation) {
    const auto order = l1_bank_order(64);
    EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), 64u);
    EXPECT_NE(order[0], 0u);
}

}  // namespace
}  // namespace ironbird::mem
