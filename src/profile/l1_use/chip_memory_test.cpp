// Steps, high-water marks and holes of a chip that is told what happens.
#include "profile/l1_use/chip_memory.hpp"

#include <gmock/gmock.h>

#include "profile/l1_use/core_ranges.hpp"

namespace ironbird::profile {
namespace {

using device::BufferView;
using device::CbSetup;
using testing::ElementsAre;

const arch::Product& n150() {
    return *arch::find("n150");
}

BufferView l1(std::uint64_t id, std::uint64_t address, std::uint64_t bytes) {
    return {.id = id,
            .dram = false,
            .page_bytes = bytes,
            .stride = bytes,
            .extents = {},
            .type = "L1",
            .layout = "INTERLEAVED",
            .address = address,
            .bytes = 64 * bytes,
            .bytes_per_bank = bytes};
}

class ChipMemoryTest : public testing::Test {
 protected:
    void launch(std::uint64_t id, std::vector<CbSetup> cbs, std::uint64_t start) {
        cbs_ = std::move(cbs);
        plan_.cbs = cbs_;
        const std::string name = "program 0";
        chip_.launch({{id}, 0, 1, &name, Cycles{start}, {&core_, 1}, {&plan_, 1}, 0});
    }
    std::vector<std::string_view> steps() const {
        std::vector<std::string_view> all;
        for (const MemoryStep& s : chip_.steps())
            all.push_back(kStepNames[static_cast<std::size_t>(s.what)]);
        return all;
    }

    ChipMemory chip_{n150()};
    const std::uint32_t base_ = n150().memory.unreserved_base, end_ = n150().memory.l1_bytes;
    std::uint32_t core_ = 3;
    std::vector<CbSetup> cbs_;
    device::CoreLaunch plan_;
};

TEST_F(ChipMemoryTest, BuffersTakeFromAllCoresAndCbsFromTheirs) {
    chip_.buffer(l1(7, end_ - 4096, 4096), true);
    launch(1, {{0, 5, base_, 2048, 1024}, {1, 5, base_ + 2048, 1024, 1024}}, 100);
    EXPECT_EQ(chip_.worst().core, 3u);
    EXPECT_EQ(chip_.worst().mark.bytes, base_ + 4096u + 3072);
    EXPECT_EQ(chip_.worst().mark.step, 1u);
    EXPECT_EQ(chip_.cores()[0].mark.bytes, base_ + 4096u);
    EXPECT_EQ(chip_.worst().free, end_ - base_ - 4096 - 3072);
    EXPECT_EQ(chip_.worst().largest_hole, chip_.worst().free);
}

TEST_F(ChipMemoryTest, HolesLieBetweenBuffers) {
    chip_.buffer(l1(1, end_ - 4096, 4096), true);
    chip_.buffer(l1(2, end_ - 16384, 4096), true);
    EXPECT_EQ(chip_.worst().free, end_ - base_ - 8192);
    EXPECT_EQ(chip_.worst().largest_hole, end_ - base_ - 16384);
}

TEST_F(ChipMemoryTest, IndicesOfOneAllocationCountOnceAndThoseOnABufferNotAtAll) {
    launch(1,
           {{16, 5, base_, 2048, 1024},
            {24, 5, base_, 2048, 2048},
            {3, 5, end_ - 4096, 4096, 4096, true}},
           0);
    EXPECT_EQ(chip_.worst().mark.bytes, base_ + 2048u);
    chip_.complete({{1}, 0, Cycles{0}, Cycles{50}});
    ASSERT_EQ(chip_.launches().size(), 1u);
    const auto& cbs = chip_.launches()[0].cbs;
    ASSERT_EQ(cbs.size(), 2u);
    EXPECT_THAT(cbs[0].indices, ElementsAre(16, 24));
    EXPECT_EQ(cbs[0].pages(), 2u);
    EXPECT_TRUE(cbs[1].on_buffer);
}

TEST_F(ChipMemoryTest, StepsFollowEachOther) {
    chip_.buffer(l1(1, end_ - 4096, 4096), true);
    launch(1, {{0, 5, base_, 2048, 1024}}, 100);
    EXPECT_EQ(chip_.worst().mark.bytes, base_ + 4096u + 2048);
    chip_.complete({{1}, 0, Cycles{100}, Cycles{900}});
    chip_.buffer(l1(1, end_ - 4096, 4096), false);
    chip_.buffer(l1(2, end_ - 4096, 4096), true);
    EXPECT_THAT(steps(),
                ElementsAre("buffer_alloc", "launch", "complete", "buffer_free", "buffer_alloc"));
    EXPECT_EQ(chip_.steps().back().cycle, 900u);
    EXPECT_EQ(chip_.buffers()[0].to, 3u);
    EXPECT_EQ(chip_.buffers()[1].from, 4u);
}

TEST_F(ChipMemoryTest, ADroppedLaunchGivesItsBytesBack) {
    launch(1, {{0, 5, base_, 2048, 1024}}, 100);
    chip_.settle();
    EXPECT_EQ(chip_.launches().size(), 1u);
    chip_.buffer(l1(1, end_ - 1024, 1024), true);
    EXPECT_EQ(chip_.worst().mark.bytes, base_ + 2048u);
}

TEST_F(ChipMemoryTest, EqualLaunchesAreFoldedBeyondTheLimit) {
    for (std::uint64_t id = 1; id <= ChipMemory::kMostLaunches + 5; id++) {
        launch(id, {{0, 5, base_, 2048, 1024}}, id);
        chip_.complete({{id}, 0, Cycles{id}, Cycles{id + 1}});
    }
    EXPECT_EQ(chip_.launches().size(), ChipMemory::kMostLaunches);
    EXPECT_EQ(chip_.launches().front().runs, 6u);
}

TEST(CoreRanges, JoinRowsAndRuns) {
    EXPECT_EQ(core_ranges({}), "{}");
    EXPECT_EQ(core_ranges({{0, 0}, {1, 0}, {0, 1}, {1, 1}}), "{[(x=0,y=0) - (x=1,y=1)]}");
    EXPECT_EQ(core_ranges({{0, 0}, {1, 0}, {3, 0}, {0, 1}}),
              "{[(x=0,y=0) - (x=1,y=0)], [(x=3,y=0) - (x=3,y=0)], [(x=0,y=1) - (x=0,y=1)]}");
}

}  // namespace
}  // namespace ironbird::profile
