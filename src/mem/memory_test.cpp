// Memory is there when touched and costs nothing before.
#include <gtest/gtest.h>

#include <cstdio>

#include "mem/dram.hpp"
#include "mem/l1.hpp"

namespace ironbird::mem {
namespace {

std::size_t resident_pages() {
    std::size_t size = 0, resident = 0;
    std::FILE* f = std::fopen("/proc/self/statm", "r");
    EXPECT_EQ(std::fscanf(f, "%zu %zu", &size, &resident), 2);
    std::fclose(f);
    return resident;
}

TEST(Dram, twelve_gibibytes_cost_what_is_touched) {
    const std::size_t before = resident_pages();
    const Dram dram(*arch::find("n150"));
    std::uint64_t total = 0;
    for (std::uint32_t c = 0; c < dram.controllers(); c++) total += dram.controller_bytes(c);
    EXPECT_EQ(total, std::uint64_t{12} << 30);
    *dram.at(11, (std::uint64_t{1} << 30) - 1) = 7;
    EXPECT_EQ(dram.controller(5)[(std::uint64_t{2} << 30) - 1], 7);
    EXPECT_LT(resident_pages() - before, 16u << 8);  // 16 MiB
}

TEST(Dram, banks_of_a_controller_are_apart) {
    const Dram dram(*arch::find("n150"));
    *dram.at(2, 64) = 1;
    *dram.at(3, 64) = 2;
    EXPECT_EQ(*dram.at(2, 64), 1);
    EXPECT_EQ(dram.controller(1)[(std::uint64_t{1} << 30) + 64], 2);
}

TEST(L1, spans_are_apart_and_end) {
    const L1 l1(std::vector<std::uint32_t>(3, 1499136));
    l1.of(0)[1499135] = 5;
    l1.of(1)[0] = 6;
    EXPECT_EQ(l1.of(1) - l1.of(0), std::ptrdiff_t{2} << 20);
    EXPECT_EQ(l1.of(0)[1499135], 5);
    EXPECT_TRUE(l1.contains(l1.of(2) + L1::kSpan - 1));
    EXPECT_FALSE(l1.contains(l1.of(2) + L1::kSpan));
}

TEST(L1Death, the_tail_is_out_of_reach) {
    const L1 l1(std::vector<std::uint32_t>{1499136});
    volatile std::uint8_t* end = l1.of(0) + 1499136;
    EXPECT_DEATH(*end = 1, "");
}

}  // namespace
}  // namespace ironbird::mem
