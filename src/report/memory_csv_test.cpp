// The three reports on a scripted sequence of allocations, every byte worked out by hand from the
// layout of upstream's reporter.
#include "report/memory_csv.hpp"

#include <gtest/gtest.h>

namespace ironbird::report {
namespace {

using mem::Addr;
using mem::FreeList;

TEST(BlockDump, OfAFreshListIsOneFreeBlock) {
    EXPECT_EQ(block_dump(FreeList(4096, 8192, 32)),
              "FreeListOpt allocator info:\n"
              "segregated free blocks by size:\n"
              "  Size class 0: (1024 - 2048) blocks: \n"
              "  Size class 1: (2048 - 4096) blocks: \n"
              "  Size class 2: (4096 - 8192) blocks: \n"
              "  Size class 3: (8192 - inf) blocks: 0 \n"
              "Free slots in block table: \n"
              "Block table:\n"
              "       Block      Address         Size       PrevID       NextID    Allocated \n"
              "           0            0         8192         none         none           no\n");
}

// Top-down: the whole keeps its number with the part handed out, the rest below gets a new one.
TEST(BlockDump, NumbersFollowCutsAndJoins) {
    FreeList list(4096, 8192, 32);
    const Addr a = *list.allocate(1000, false);  // 1024 bytes at 7168: block 0, the rest is 1
    const Addr b = *list.allocate(2048, false);  // at 5120: block 1, the rest is 2
    const Addr c = *list.allocate(512, true);    // at 0: block 2, the rest is 3
    EXPECT_EQ(a, 4096u + 7168);
    EXPECT_EQ(b, 4096u + 5120);
    EXPECT_EQ(c, 4096u);
    list.release(a);  // 1 before it is in use: nothing to join
    list.release(c);  // joins 3 behind it: number 3 is spare
    EXPECT_EQ(block_dump(list),
              "FreeListOpt allocator info:\n"
              "segregated free blocks by size:\n"
              "  Size class 0: (1024 - 2048) blocks: 0 \n"
              "  Size class 1: (2048 - 4096) blocks: \n"
              "  Size class 2: (4096 - 8192) blocks: 2 \n"
              "  Size class 3: (8192 - inf) blocks: \n"
              "Free slots in block table: 3 \n"
              "Block table:\n"
              "       Block      Address         Size       PrevID       NextID    Allocated \n"
              "           0         7168         1024            1         none           no\n"
              "           1         5120         2048            2            0          yes\n"
              "           2            0         5120         none            1           no\n");
    list.release(b);  // joins 2 before it and 0 behind it: 1 and then 0 are spare
    EXPECT_TRUE(block_dump(list).find("Free slots in block table: 3 1 0 \n") != std::string::npos);
    // At an address in the middle: block 2 with the new ones 0 before and 1 behind it.
    ASSERT_TRUE(list.allocate_at(4096 + 1024, 32));
    EXPECT_TRUE(
        block_dump(list).find(
            "Free slots in block table: 3 \n"
            "Block table:\n"
            "       Block      Address         Size       PrevID       NextID    Allocated \n"
            "           0            0         1024         none            2           no\n"
            "           1         1056         7136            2         none           no\n"
            "           2         1024           32            0            1          yes\n") !=
        std::string::npos);
}

mem::Allocator two_banks() {
    mem::AllocatorConfig c;
    c.dram_banks = 2;
    c.dram_bank_bytes = 4096 + 32;
    c.dram_base = 32;
    c.l1_banks = 4;
    c.l1_bytes = 3072;
    c.l1_base = 1024;
    return mem::Allocator(c);
}

TEST(MemoryCsv, OfAScriptedSequence) {
    mem::Allocator banks = two_banks();
    // Three pages over two banks: two pages each.
    banks.allocate({.kind = mem::Kind::dram, .bytes = 3 * 256, .page_bytes = 256});
    const Addr gone = banks.allocate(
        {.kind = mem::Kind::l1, .bytes = 4 * 512, .page_bytes = 512, .bottom_up = false});
    banks.allocate({.kind = mem::Kind::l1, .bytes = 64, .page_bytes = 64, .bottom_up = false});
    banks.release(mem::Kind::l1, gone);
    MemoryCsv csv;
    csv.begin(false);
    csv.add(banks);
    EXPECT_EQ(csv.texts[0],
              "This report indicates available space for interleaving L1 buffers\n"
              ", Largest Contiguous Free Block (B), Total Free L1 Space (B)\n"
              ",1472,5888\n");
    EXPECT_EQ(csv.texts[1],
              ", Total Allocatable Size (B), Total Allocated (B), Total Free (B), "
              "Largest Free Block (B)\n"
              ",4096,512,3584,3584\n"
              ",2048,64,1984,1472\n"
              ",0,0,0,0\n");
    EXPECT_EQ(csv.texts[2],
              ",DRAM\n"
              ",Total allocatable (B):,8192\n"
              ",Total allocated (B):,1024\n"
              ",Total free (B):,7168\n"
              "FreeListOpt allocator info:\n"
              "segregated free blocks by size:\n"
              "  Size class 0: (1024 - 2048) blocks: \n"
              "  Size class 1: (2048 - 4096) blocks: 1 \n"
              "  Size class 2: (4096 - inf) blocks: \n"
              "Free slots in block table: \n"
              "Block table:\n"
              "       Block      Address         Size       PrevID       NextID    Allocated \n"
              "           0            0          512         none            1          yes\n"
              "           1          512         3584            0         none           no\n"
              ",L1\n"
              ",Total allocatable (B):,8192\n"
              ",Total allocated (B):,256\n"
              ",Total free (B):,7936\n"
              "FreeListOpt allocator info:\n"
              "segregated free blocks by size:\n"
              "  Size class 0: (1024 - 2048) blocks: 2 0 \n"
              "  Size class 1: (2048 - inf) blocks: \n"
              "Free slots in block table: \n"
              "Block table:\n"
              "       Block      Address         Size       PrevID       NextID    Allocated \n"
              "           0         1536          512            1         none           no\n"
              "           1         1472           64            2            0          yes\n"
              "           2            0         1472         none            1           no\n"
              ",L1_SMALL\n"
              ",Total allocatable (B):,0\n"
              ",Total allocated (B):,0\n"
              ",Total free (B):,0\n"
              "FreeListOpt allocator info:\n"
              "segregated free blocks by size:\n"
              "  Size class 0: (1024 - 2048) blocks: 0 \n"
              "  Size class 1: (2048 - inf) blocks: \n"
              "Free slots in block table: \n"
              "Block table:\n"
              "       Block      Address         Size       PrevID       NextID    Allocated \n"
              "           0            0            0         none         none           no\n");
}

TEST(MemoryCsv, OfProgramsNamesEachOnItsFirstRow) {
    const mem::Allocator banks = two_banks();
    MemoryCsv csv;
    csv.begin(true);
    csv.add(banks, 0);
    csv.add(banks, 7);
    EXPECT_EQ(csv.texts[0],
              "This report indicates available space for interleaving L1 buffers\n"
              "Program ID, Largest Contiguous Free Block (B), Total Free L1 Space (B)\n"
              "0,2048,8192\n"
              "7,2048,8192\n");
    EXPECT_EQ(csv.texts[1],
              "Program ID, Total Allocatable Size (B), Total Allocated (B), Total Free (B), "
              "Largest Free Block (B)\n"
              "0,4096,0,4096,4096\n"
              ",2048,0,2048,2048\n"
              ",0,0,0,0\n"
              "7,4096,0,4096,4096\n"
              ",2048,0,2048,2048\n"
              ",0,0,0,0\n");
    EXPECT_TRUE(csv.texts[2].starts_with("0,DRAM\n,Total allocatable (B):,8192\n"));
    EXPECT_TRUE(csv.texts[2].find("\n7,DRAM\n") != std::string::npos);
}

}  // namespace
}  // namespace ironbird::report
