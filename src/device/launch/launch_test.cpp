// Launches: order, overlap, chips, and the memory that each processor gets.
#include <gtest/gtest.h>

#include <map>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace launch_test {  // compiled together with other tests

constexpr std::uint32_t kNote = Rig::kData + 65536;

void take_time() {
    ib_self()->cycles += arg(0);
}

TEST(Launch, different_cores_overlap) {
    Rig rig;
    rig.kernel({0, 0}, kBrisc, take_time, {10000});
    rig.start();
    rig.kernel({1, 0}, kBrisc, take_time, {20000});
    rig.start();
    rig.kernel({0, 0}, kBrisc, take_time, {3000});
    rig.start();
    std::map<LaunchId, Completion> done;
    while (rig.engine->busy())
        for (const Completion& c : rig.engine->advance()) done[c.id] = c;
    ASSERT_EQ(done.size(), 3u);
    EXPECT_EQ(done[LaunchId{1}].end.v, 10800u);
    EXPECT_EQ(done[LaunchId{2}].end.v, 20800u);
    EXPECT_EQ(done[LaunchId{3}].start.v, 10800u);
    EXPECT_EQ(done[LaunchId{3}].end.v, 14600u);
    EXPECT_EQ(rig.chip->now().v, 20800u);
}

TEST(Launch, chips_have_clocks_of_their_own) {
    Rig rig;
    Chip& other = rig.engine->add_chip(*arch::find("p150"));
    ASSERT_EQ(other.id(), 1u);
    rig.kernel({0, 0}, kBrisc, take_time, {5000});
    rig.start();
    rig.kernel({12, 9}, kBrisc,
               [] { l1_word(kNote) = ib_self()->device_id + ib_self()->logical_x; });
    rig.start(Cycles{100}, 1);
    while (rig.engine->busy()) rig.engine->advance();
    EXPECT_EQ(rig.chip->now().v, 5800u);
    EXPECT_EQ(other.now().v, 100u + 1030u);
    std::array<std::uint8_t, 4> noted{};
    other.read_l1(other.plan().core_index({12, 9}), kNote, noted);
    EXPECT_EQ(noted[0], 13u);
    rig.engine->remove_chip(1);
    rig.kernel({0, 0}, kBrisc, take_time, {1});
    rig.run();
}

TEST(Launch, globals_are_fresh_for_each_processor_and_launch) {
    struct Image final : abi::Kernel {
        abi::SourceLine locate(std::span<const std::uintptr_t>) const override { return {}; }
    };
    for (const std::size_t bytes : {std::size_t{64}, std::size_t{20000}}) {
        std::vector<std::uint8_t> image(bytes, 7);
        const abi::Relocation self[] = {{8, 8, abi::Relocation::Base::globals, 16},
                                        {16, 4, abi::Relocation::Base::globals, 4}};
        Image kernel;
        kernel.entry = [] {
            std::uint8_t* g = ib_self()->globals;
            std::uint64_t pointer = 0;
            std::uint32_t narrow = 0;
            std::memcpy(&pointer, g + 8, 8);
            std::memcpy(&narrow, g + 16, 4);
            const auto base = reinterpret_cast<std::uintptr_t>(g);
            l1_word(kNote) += g[0]++ == 7 && pointer == base + 16 && narrow == base + 4 ? 1 : 100;
        };
        kernel.globals = {image, 16, self};
        Rig rig;
        CoreLaunch cores[2]{};
        cores[1].core = {1, 0};
        for (CoreLaunch& c : cores) c.kernels[0] = c.kernels[1] = &kernel;
        for (int i = 0; i < 3; i++) {
            Launch launch;
            launch.cores = cores;
            rig.engine->start(launch);
            rig.engine->advance();
        }
        EXPECT_EQ(rig.word({0, 0}, kNote), 6u);
        EXPECT_EQ(rig.word({1, 0}, kNote), 6u);
    }
}

TEST(Launch, interfaces_that_a_kernel_wrote_are_clear_for_the_next) {
    Rig rig;
    rig.kernel({0, 0}, kBrisc, [] { ib_self()->cb[9].fifo_rd_ptr = 77; });
    rig.run();
    rig.kernel({0, 0}, kBrisc, [] { l1_word(kNote) = 1 + ib_self()->cb[9].fifo_rd_ptr; });
    rig.run();
    EXPECT_EQ(rig.word({0, 0}, kNote), 1u);
}

}  // namespace launch_test
}  // namespace ironbird::device
