// Pages over banks: who holds how many.
#include "report/visualizer/chunks.hpp"

#include <gtest/gtest.h>

namespace ironbird::report {
namespace {

const MemoryChip kChip{.grid_x = 8, .grid_y = 8, .l1_banks = 64, .dram_banks = 12};

TEST(Chunks, pages_of_an_interleaved_buffer_go_round_the_banks) {
    const MemoryBuffer b{
        .type = "DRAM", .bytes = 14 * 2048, .bytes_per_bank = 4096, .page_bytes = 2048};
    const std::vector<Chunk> all = chunks_of(kChip, b);
    ASSERT_EQ(all.size(), 12u);
    EXPECT_EQ(all[1].pages, 2u);
    EXPECT_EQ(all[1].bytes, 4096u);
    EXPECT_EQ(all[2].pages, 1u);
    EXPECT_EQ(all[2].bytes, 2048u);
    EXPECT_EQ(all[11].x, 11u);
    EXPECT_EQ(all[11].y, 0u);
}

TEST(Chunks, fewer_pages_than_banks_leave_banks_out) {
    const MemoryBuffer b{.type = "L1", .bytes = 10 * 100, .bytes_per_bank = 112, .page_bytes = 100};
    const std::vector<Chunk> all = chunks_of(kChip, b);
    ASSERT_EQ(all.size(), 10u);
    EXPECT_EQ(all[9].x, 1u);
    EXPECT_EQ(all[9].y, 1u);
    EXPECT_EQ(all[9].bytes, 112u);  // a page as it is aligned
}

TEST(Chunks, each_core_of_a_sharded_buffer_holds_its_part) {
    const MemoryBuffer b{.type = "L1",
                         .layout = "HEIGHT_SHARDED",
                         .bytes = 3 * 4096,
                         .bytes_per_bank = 4096,
                         .page_bytes = 2048,
                         .cores = {0, 8, 16}};
    const std::vector<Chunk> all = chunks_of(kChip, b);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[2].bank, 16u);
    EXPECT_EQ(all[2].x, 0u);
    EXPECT_EQ(all[2].y, 2u);
    EXPECT_EQ(all[2].bytes, 4096u);
    EXPECT_EQ(all[2].pages, 2u);
}

}  // namespace
}  // namespace ironbird::report
